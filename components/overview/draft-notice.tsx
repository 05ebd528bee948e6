import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { cx } from "@/components/ui/styles";
import { LinkButton } from "@/components/ui/text-link";
import type { FirstStep, Overview } from "@/lib/brands";
import { bidiIsolate } from "@/lib/platform/text";
import { type Approvals, labelPieces, zonedText } from "@/lib/publishing";

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

type ReviewNoticeProps = { base: string; review: NonNullable<Approvals["review"]> };

export function ReviewNotice({ base, review: { own, author } }: ReviewNoticeProps) {
  return (
    <Notice
      title={own ? "Your draft is under review" : "A draft needs review"}
      action={
        <LinkButton href={`${base}/review`} size="sm">
          Open review
        </LinkButton>
      }
    >
      {own ? (
        "See comments and approvals."
      ) : (
        <>
          <span dir="auto">{author}</span> requested a review before publishing.
        </>
      )}
    </Notice>
  );
}

export function FirstStepsCard({ base, steps }: { base: string; steps: readonly FirstStep[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card as="section" title="First steps" description={`${done} of ${steps.length} done`} flush>
      <ol className="divide-y divide-line border-line border-t">
        {steps.map((step) => (
          <li key={step.key}>
            <Link
              href={`${base}${step.path}`}
              className="flex min-h-11 items-center gap-3 px-5 py-2.5 transition-colors hover:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0"
            >
              {step.done ? (
                <CircleCheck aria-hidden="true" className="text-success" />
              ) : (
                <Circle aria-hidden="true" className="text-line-strong" />
              )}
              <span className={cx("grow", step.done && "text-muted line-through")}>{step.label}</span>
              <span className="sr-only">{step.done ? "done" : "to do"}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
