import { ChangeLabel } from "@/components/diff/change-list";
import { ComparedFields } from "@/components/diff/compared-fields";
import { fieldPath } from "@/components/overview/overview-cards";
import { Badge, Card, Section } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { LinkButton, TextLink } from "@/components/ui/text";
import { counted } from "@/lib/platform/text";
import type { ComparisonView, Review, ReviewedDraft, ReviewPerson } from "@/lib/publishing";
import { AnswerButtons } from "./answer-buttons";
import { approvalsText, missingText, type ReviewActions } from "./review-texts";
import { Thread } from "./thread";

function answerBadge({ answer, ofThisDraft, counts }: ReviewPerson): {
  text: string;
  tone: "success" | "warning" | "neutral";
} {
  if (answer === null) return { text: "Review requested", tone: "neutral" };
  if (answer === "changes_asked")
    return ofThisDraft
      ? { text: "Changes requested", tone: "warning" }
      : { text: "Requested changes to an earlier draft", tone: "neutral" };
  if (!ofThisDraft) return { text: "Approved an earlier draft", tone: "neutral" };
  return counts
    ? { text: "Approved", tone: "success" }
    : { text: "Approved, but can no longer approve", tone: "neutral" };
}

function ReviewPeople({ people, now }: { people: readonly ReviewPerson[]; now: Date }) {
  if (people.length === 0) return <p className="text-muted">No answers yet.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {people.map((person) => {
        const { text, tone } = answerBadge(person);
        return (
          <li key={person.userId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="font-medium wrap-anywhere">
              {person.name}
            </span>
            <Badge tone={tone}>{text}</Badge>
            {person.answeredAt ? (
              <TimeAgo value={person.answeredAt} now={now} className="text-[0.8125rem] text-muted" />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

type ReviewViewProps = {
  base: string;
  brandId: string;
  review: Review;
  draft: ReviewedDraft;
  view: ComparisonView;
  now: Date;
  actions: ReviewActions;
};

export function ReviewView({ base, brandId, review, draft, view, now, actions }: ReviewViewProps) {
  const { comparison } = draft;
  const count = comparison.changed.length;
  const behind = draft.version !== draft.baseVersion;
  const changed = new Set(comparison.changed.map(({ path }) => path));
  const left = [...new Set(review.comments.flatMap(({ path }) => (path !== null && !changed.has(path) ? [path] : [])))];
  const firstOpen = review.comments.find(({ resolvedAt }) => resolvedAt === null);
  const own = review.people.find(({ userId }) => userId === review.userId);
  const threadOn = (path: string | null, about: string) => (
    <Thread
      id={path === firstOpen?.path ? "open-comments" : undefined}
      thread={{ brandId, reviewId: review.id, path }}
      about={about}
      comments={review.comments.filter((comment) => comment.path === path)}
      userId={review.userId}
      now={now}
      actions={actions}
    />
  );
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Drafts and review"
        description={
          <>
            {review.isAuthor ? "Your draft" : <span dir="auto">{review.author}’s draft</span>}, based on version{" "}
            {draft.baseVersion}. Requested <TimeAgo value={review.requestedAt} now={now} />.
          </>
        }
        actions={
          review.isAuthor && (behind || missingText(review) === null) ? (
            <LinkButton variant="primary" href={`${base}/identity?dialog=${behind ? "merge" : "publish"}`}>
              {behind ? "Review and merge" : "Review and publish"}
            </LinkButton>
          ) : null
        }
      />
      {behind ? (
        <Notice tone="warning" title={`Version ${draft.version} is live`}>
          Merge it into the draft. The draft then needs new approvals.
        </Notice>
      ) : null}
      <Card>
        <div className="flex flex-col gap-4">
          {review.note ? (
            <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              {review.note}
            </p>
          ) : null}
          <div>
            <p className="font-semibold">{approvalsText(review)}</p>
            <p className="text-muted">
              {missingText(review) ??
                (review.required === 0 ? "Approvals are optional for this brand." : "Ready to publish.")}
            </p>
          </div>
          <ReviewPeople people={review.people} now={now} />
          <AnswerButtons
            brandId={brandId}
            review={{
              id: review.id,
              revision: draft.revision,
              mayAnswer: review.mayAnswer,
              mayWithdraw: review.mayWithdraw,
              isAuthor: review.isAuthor,
            }}
            answered={own?.ofThisDraft ? own.answer : null}
            actions={{ answer: actions.answer, withdraw: actions.withdraw }}
          />
        </div>
      </Card>
      <Section title="General comments">{threadOn(null, "the draft")}</Section>
      <Section title={counted(count, "field differs", "fields differ")}>
        {count === 0 ? (
          <p className="text-muted">The draft matches the published version.</p>
        ) : (
          <ComparedFields
            comparison={comparison}
            view={view}
            page={`${base}/review`}
            below={({ path, label }) => (
              <>
                {review.isAuthor ? (
                  <p>
                    <TextLink href={`${base}${fieldPath(path)}`}>
                      Edit<span className="sr-only"> {label}</span>
                    </TextLink>
                  </p>
                ) : null}
                {threadOn(path, label)}
              </>
            )}
          />
        )}
      </Section>
      {left.length > 0 ? (
        <Section
          title="Comments on unchanged fields"
          description="These fields no longer differ from the published version."
        >
          <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
            {left.map((path) => {
              const label = comparison.labels.get(path) ?? "Removed field";
              return (
                <li key={path} className="flex flex-col gap-2 px-4 py-3">
                  <ChangeLabel path={path} label={label} />
                  {threadOn(path, label)}
                </li>
              );
            })}
          </ul>
        </Section>
      ) : null}
    </div>
  );
}
