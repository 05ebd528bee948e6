import { Blocks, CircleCheck, CircleDashed, Download } from "lucide-react";
import { Fragment } from "react";
import { BookButton } from "@/components/showcase/download-buttons";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { Badge, Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { FIRST_SHOWN } from "@/components/ui/list-sizes";
import { TimeAgo } from "@/components/ui/moment";
import { Progress } from "@/components/ui/progress";
import { buttonClass } from "@/components/ui/styles";
import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text";
import type { ChangedPart } from "@/lib/contract";
import type { BrandTool } from "@/lib/integrations";
import { type Completeness, type CompletenessSection, sectionOf, type VersionEntry } from "@/lib/publishing";

function ReadVersion({ entry, version }: { entry: BrandTool; version: number }) {
  if (!entry.lastRead) return <span className="text-muted">None</span>;
  const behind = version - entry.lastRead.version;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="tabular-nums">Version {entry.lastRead.version}</span>
      {behind > 0 ? <Badge tone="warning">{behind} behind</Badge> : <Badge tone="success">Current</Badge>}
    </span>
  );
}

function ToolState({ tool, subscription, pause }: BrandTool) {
  if (pause === "tool_disabled") return <Badge tone="danger">Disabled</Badge>;
  if (!subscription) return <Badge>Not notified of changes</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Webhook off</Badge>;
  if (pause) return <Badge tone="warning">{PAUSE_WORDS[pause].short}</Badge>;
  if (subscription.failingSince) return <Badge tone="warning">Webhook failing</Badge>;
  return tool.status === "active" ? <Badge tone="success">Notified of changes</Badge> : <Badge>{tool.status}</Badge>;
}

type ToolsCardProps = { base: string; tools: readonly BrandTool[]; version: number; now: Date };

export function ToolsCard({ base, tools, version, now }: ToolsCardProps) {
  const columns: Column<BrandTool>[] = [
    { header: "Tool", rowHeader: true, cell: ({ tool }) => tool.name },
    { header: "Version", cell: (entry) => <ReadVersion entry={entry} version={version} /> },
    {
      header: "Last read",
      cell: ({ lastRead }) =>
        lastRead ? <TimeAgo value={lastRead.readAt} now={now} /> : <span className="text-muted">Never</span>,
    },
    { header: "State", cell: (entry) => <ToolState {...entry} /> },
  ];
  return (
    <Card
      as="section"
      title="Tools"
      description="The version each tool last read. Times can be up to ten minutes old."
      actions={<TextLink href={`${base}/tools`}>All tools</TextLink>}
      flush
    >
      {tools.length > 0 ? (
        <Table
          caption="Tools and their versions"
          columns={columns}
          rows={tools.slice(0, FIRST_SHOWN)}
          rowKey={({ tool }) => tool.slug}
        />
      ) : (
        <EmptyState title="No tools yet" level={3} icon={<Blocks />} className="py-8">
          A hub administrator gives tools access to the brand. Tools then get each new version.
        </EmptyState>
      )}
    </Card>
  );
}

const PART: Record<ChangedPart, string> = {
  brand: "name and address",
  identity: "identity",
  colors: "palette",
  logos: "logos",
  assets: "assets",
};

const list = new Intl.ListFormat("en");

export function VersionCard({ base, version, now }: { base: string; version: VersionEntry; now: Date }) {
  const { author, createdAt, note, changed, restoredFrom } = version;
  const what =
    restoredFrom === null
      ? `Changed: ${list.format(changed.map((part) => PART[part]))}.`
      : `Restored from version ${restoredFrom}.`;
  return (
    <Card
      as="section"
      title={`Version ${version.version} is live`}
      actions={<TextLink href={`${base}/history`}>History</TextLink>}
    >
      <div className="flex flex-col gap-1.5">
        <p>
          Published <TimeAgo value={createdAt} now={now} /> by {author ? <bdi>{author}</bdi> : "a former member"}.
        </p>
        <p className="text-muted">{version.version === 1 ? "The brand was created." : what}</p>
        <ContentText as="blockquote" className="mt-1.5 border-line-strong border-s-2 ps-3 wrap-anywhere">
          {note}
        </ContentText>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <BookButton href={`${base}/brand-book`} size="sm" />
          <a href={`${base}/kit`} download className={buttonClass({ size: "sm" })}>
            <Download aria-hidden="true" />
            Download kit
          </a>
        </div>
      </div>
    </Card>
  );
}

const PAGE_OF: Record<string, string> = {
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  logos: "/logos",
  assets: "/assets",
};

/** Returns where a field is edited, below the brand's URL: `/identity#purpose` for `identity.brand.mission`. */
export function fieldPath(path: string): string {
  const page = PAGE_OF[path.split(".")[0] ?? ""];
  if (page) return page;
  const section = sectionOf(path);
  return section ? `/identity#${section.id}` : "/identity";
}

const NAMED = 4;

function Missing({ base, section }: { base: string; section: CompletenessSection }) {
  const shown = section.missing.slice(0, NAMED);
  const rest = section.missing.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <p className="mt-0.5 text-[0.8125rem] text-muted">
      Missing:{" "}
      {shown.map(({ label, path }, index) => (
        <Fragment key={path}>
          {index > 0 ? ", " : ""}
          <TextLink href={`${base}${fieldPath(path)}`}>{label}</TextLink>
        </Fragment>
      ))}
      {rest > 0 ? ` and ${rest} more` : ""}
    </p>
  );
}

export function CompletenessCard({ base, completeness }: { base: string; completeness: Completeness }) {
  const { done, total, sections } = completeness;
  const complete = done === total;
  return (
    <Card as="section" title="Completeness">
      <Progress
        label={complete ? "All fields complete" : "Fields complete"}
        value={done}
        max={total}
        valueText={`${done} of ${total}`}
        tone={complete ? "success" : "neutral"}
      />
      <ul className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {sections.map((section) => (
          <li key={section.key} className="flex min-w-0 gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
            {section.missing.length === 0 ? (
              <CircleCheck aria-hidden="true" className="text-success" />
            ) : (
              <CircleDashed aria-hidden="true" className="text-muted" />
            )}
            <div className="min-w-0 grow">
              <p className="flex justify-between gap-3">
                <span className="font-medium">{section.label}</span>
                <span className="text-muted tabular-nums">
                  {section.done} of {section.total}
                </span>
              </p>
              <Missing base={base} section={section} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
