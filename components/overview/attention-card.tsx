import { CircleCheck, Contrast, KeyRound, Send, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { TimeAgo } from "@/components/ui/moment";
import { Code, ColorChip, TextLink } from "@/components/ui/text";
import { type ContrastProblem, type ExpiringKey, type Overview, type ToolTrouble, toolTrouble } from "@/lib/brands";
import { ADD_TEXT_COLOR, KEPT_WORDS, ratioText } from "@/lib/content";
import type { BrandTool, DeliverySummary } from "@/lib/integrations";
import { counted } from "@/lib/platform/text";

const SHOWN = 4;
const first = <Entry,>(entries: readonly Entry[]) => entries.slice(0, SHOWN);

type AttentionListProps = { nothing: string; footer?: ReactNode; items: readonly ReactNode[] };

export function AttentionList({ nothing, footer, items }: AttentionListProps) {
  if (items.length === 0) {
    return (
      <Card as="section" title="Needs attention">
        <p className="flex items-center gap-2.5 text-muted [&_svg]:size-4 [&_svg]:shrink-0">
          <CircleCheck aria-hidden="true" className="text-success" />
          {nothing}
        </p>
      </Card>
    );
  }
  return (
    <Card as="section" title="Needs attention" flush footer={footer}>
      <ul className="divide-y divide-line border-line border-t">{items}</ul>
    </Card>
  );
}

export function AttentionItem({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-5 py-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}

const SWATCH = "mr-1 size-3 translate-y-px rounded-sm border-line-strong";

function ContrastItem({ base, problem }: { base: string; problem: ContrastProblem }) {
  const { foreground, background, ratio, required, kept } = problem;
  return (
    <AttentionItem icon={<Contrast aria-hidden="true" className="text-warning" />}>
      <p>
        <ColorChip hex={foreground.hex} look={SWATCH} />
        <ContentText>{foreground.name}</ContentText> on <ColorChip hex={background.hex} look={SWATCH} />
        <ContentText>{background.name}</ContentText> has low contrast: {ratioText(ratio)}, needs {required}:1.
        {kept ? ` ${KEPT_WORDS[kept].sentence}. ${ADD_TEXT_COLOR}` : null}
      </p>
      <TextLink href={`${base}/palette`}>{kept ? "Add colour in palette" : "Fix in palette"}</TextLink>
    </AttentionItem>
  );
}

type DeliveryItemProps = { base: string; managed: boolean; delivery: DeliverySummary; now: Date };

function DeliveryItem({ base, managed, delivery, now }: DeliveryItemProps) {
  const { id, toolName, type, status, reason, attempts, dueAt, createdAt } = delivery;
  const tries = counted(attempts, "failed attempt");
  return (
    <AttentionItem icon={<Send aria-hidden="true" className="text-danger" />}>
      <p>
        {toolName} didn’t accept <Code>{type}</Code>:{" "}
        {status === "dead" ? `no more retries. ${reason ?? ""}` : `${tries}, the next `}
        {status === "dead" ? null : dueAt > now ? <TimeAgo value={dueAt} now={now} /> : "is due"}
        {status === "dead" ? null : "."}
      </p>
      <p className="text-muted">
        From <TimeAgo value={createdAt} now={now} />.{" "}
        <TextLink href={managed ? `${base}/developers/webhooks/${id}` : `${base}/developers/webhooks`}>
          {managed ? "View delivery" : "View deliveries"}
        </TextLink>
      </p>
    </AttentionItem>
  );
}

type ToolItemProps = { base: string; trouble: ToolTrouble; tool: BrandTool; now: Date };

/** A webhook that is off, paused or failing, so the tool misses new versions. */
function ToolItem({ base, trouble, tool: { tool, subscription }, now }: ToolItemProps) {
  const href = `${base}/developers/webhooks`;
  return (
    <AttentionItem
      icon={<Webhook aria-hidden="true" className={trouble === "failing" ? "text-warning" : "text-danger"} />}
    >
      {trouble === "off" ? (
        <p>
          The webhook of {tool.name}{" "}
          {subscription?.disabledAt ? (
            <>
              was turned off <TimeAgo value={subscription.disabledAt} now={now} />
            </>
          ) : (
            "is off"
          )}
          . {subscription?.disabledReason} The tool isn’t notified of changes.
        </p>
      ) : null}
      {trouble === "tool_disabled" ? (
        <p>{tool.name} is disabled on this hub. Its notifications are paused until it’s enabled.</p>
      ) : null}
      {trouble === "no_secret" || trouble === "secret_unreadable" ? (
        <p>The hub has no valid signing secret for {tool.name}. Its webhooks are paused.</p>
      ) : null}
      {trouble === "failing" && subscription?.failingSince ? (
        <p>
          The webhook of {tool.name} is failing. The first failed attempt was{" "}
          <TimeAgo value={subscription.failingSince} now={now} />.
        </p>
      ) : null}
      <TextLink href={href}>View webhook</TextLink>
    </AttentionItem>
  );
}

function KeyItem({ base, expiring: { name, expiresAt }, now }: { base: string; expiring: ExpiringKey; now: Date }) {
  const over = expiresAt <= now;
  return (
    <AttentionItem icon={<KeyRound aria-hidden="true" className={over ? "text-danger" : "text-warning"} />}>
      <p>
        The API key <bdi>{name}</bdi> {over ? "expired" : "expires"} <TimeAgo value={expiresAt} now={now} />.
      </p>
      <TextLink href={`${base}/developers/keys`}>{over ? "Issue new key" : "Rotate key"}</TextLink>
    </AttentionItem>
  );
}

type AttentionCardProps = Pick<Overview, "contrast" | "failing" | "tools" | "keys"> & {
  base: string;
  managed: boolean;
  /** The brand lacks its basics, so there is nothing to praise yet. */
  isStarting: boolean;
  now: Date;
};

export function AttentionCard(props: AttentionCardProps) {
  const { base, managed, isStarting, contrast, failing, tools, keys, now } = props;
  const troubled = tools.flatMap((tool) => {
    const trouble = toolTrouble(tool);
    return trouble ? [{ tool, trouble }] : [];
  });
  const lists = [troubled, keys, failing, contrast];
  const rest = lists.reduce((sum, { length }) => sum + Math.max(0, length - SHOWN), 0);
  if (isStarting && lists.every(({ length }) => length === 0)) return null;
  return (
    <AttentionList
      nothing={`Nothing. ${tools.length > 0 ? "Webhooks are on, deliveries succeed and all" : "All"} text is readable.`}
      footer={rest > 0 ? <p>And {rest} more.</p> : undefined}
      items={[
        ...first(troubled).map(({ tool, trouble }) => (
          <ToolItem key={`tool ${tool.tool.slug}`} base={base} trouble={trouble} tool={tool} now={now} />
        )),
        ...first(keys).map((expiring) => <KeyItem key={expiring.id} base={base} expiring={expiring} now={now} />),
        ...first(failing).map((delivery) => (
          <DeliveryItem key={delivery.id} base={base} managed={managed} delivery={delivery} now={now} />
        )),
        ...first(contrast).map((problem) => (
          <ContrastItem key={`${problem.foreground.id} ${problem.background.id}`} base={base} problem={problem} />
        )),
      ]}
    />
  );
}
