import { Check, ChevronRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { TimeAgo } from "@/components/ui/moment";
import { cx } from "@/components/ui/styles";
import { LinkButton } from "@/components/ui/text";
import type { FirstStep, Overview } from "@/lib/brands";
import { bidiIsolate, counted } from "@/lib/platform/text";
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

type DraftNoticeProps = { base: string; draft: NonNullable<Overview["draft"]>; version: number; now: Date };

export function DraftNotice({ base, draft, version, now }: DraftNoticeProps) {
  const { changes, updatedAt, behind, schedule, scheduleFailure } = draft;
  const count = counted(changes.length, "unpublished change");
  return (
    <Notice
      tone={scheduleFailure ? "danger" : behind ? "warning" : "accent"}
      title={`You have ${count}`}
      action={
        <LinkButton href={`${base}/identity?dialog=${behind ? "merge" : "publish"}`} variant="primary">
          {behind ? "Review and merge" : "Review and publish"}
        </LinkButton>
      }
    >
      <MixedText>{named(changes)}</MixedText>. Last edited <TimeAgo value={updatedAt} now={now} />.
      {schedule ? ` The hub publishes it on ${zonedText(schedule.at, schedule.zone)}.` : null}
      {scheduleFailure ? ` The scheduled publish failed: ${scheduleFailure.reason}` : null}
      {behind ? " A newer version was published since you started." : null} The brand below is version {version}.
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
  const next = steps.find((step) => !step.done);
  return (
    <Card as="section" title="First steps" description={`${done} of ${steps.length} done`} flush>
      {/* The gaps are the lines between the cells. */}
      <ol className="grid gap-px border-line border-t bg-line sm:grid-cols-2 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.key} className="flex bg-surface">
            <Link
              href={`${base}${step.path}`}
              className="ring-within flex min-h-14 grow items-center gap-3 px-5 py-3 transition-colors hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
            >
              <span
                aria-hidden="true"
                className={cx(
                  "flex size-6 shrink-0 items-center justify-center rounded-full font-medium text-xs tabular-nums",
                  step.done ? "bg-success-soft text-success" : "bg-active text-muted",
                  step === next && "bg-solid text-on-solid",
                )}
              >
                {step.done ? <Check /> : index + 1}
              </span>
              <span className={cx("grow", step.done && "text-muted", step === next && "font-medium")}>
                {step.label}
              </span>
              <span className="sr-only">{step.done ? "done" : "to do"}</span>
              {step === next ? <ChevronRight aria-hidden="true" className="text-muted" /> : null}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
