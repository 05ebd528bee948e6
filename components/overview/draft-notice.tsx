import { MixedText } from "@/components/ui/content-text";
import { LinkButton } from "@/components/ui/link-button";
import { TimeAgo } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { Overview } from "@/lib/brands";
import { bidiIsolate } from "@/lib/platform/text";
import { labelPieces, zonedText } from "@/lib/publishing";

const NAMED = 3;
const list = new Intl.ListFormat("en");

/** Returns the last part of a label: `Mission` of `Brand · Mission`. */
function shortLabel(change: { path: string; label: string }): string {
  const { words, name } = labelPieces(change);
  return name ? bidiIsolate(name) : (words.split(" · ").at(-1) ?? words);
}

function named(changes: NonNullable<Overview["draft"]>["changes"]): string {
  const names = [...new Set(changes.map(shortLabel))];
  const rest = names.length - NAMED;
  return list.format(rest > 0 ? [...names.slice(0, NAMED), `${rest} more`] : names);
}

type DraftNoticeProps = { base: string; draft: NonNullable<Overview["draft"]>; now: Date };

export function DraftNotice({ base, draft, now }: DraftNoticeProps) {
  const { changes, updatedAt, behind, schedule, scheduleFailure } = draft;
  const count = `${changes.length} unpublished ${changes.length === 1 ? "change" : "changes"}`;
  return (
    <Notice
      tone={scheduleFailure ? "danger" : behind ? "warning" : "accent"}
      title={`You have ${count}`}
      action={
        <LinkButton href={`${base}/identity`} size="sm">
          {behind ? "Review and merge" : "Review and publish"}
        </LinkButton>
      }
    >
      <MixedText>{named(changes)}</MixedText>. Last edited <TimeAgo value={updatedAt} now={now} />.
      {schedule ? ` The hub publishes it on ${zonedText(schedule.at, schedule.zone)}.` : null}
      {scheduleFailure ? ` The scheduled publish failed: ${scheduleFailure.reason}` : null}
      {behind
        ? " A newer version was published since you started."
        : ` This page includes ${changes.length === 1 ? "it" : "them"}.`}
    </Notice>
  );
}
