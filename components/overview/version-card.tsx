import { Download } from "lucide-react";
import { BookButton } from "@/components/showcase/download-buttons";
import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { TimeAgo } from "@/components/ui/moment";
import { buttonClass } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import type { ChangedPart } from "@/lib/contract";
import type { VersionEntry } from "@/lib/publishing";

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
