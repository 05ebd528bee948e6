import { Badge } from "@/components/ui/badge";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ReviewPerson } from "@/lib/reviews";

/** What a person's answer comes to. */
function standing({ answer, ofThisDraft, counts }: ReviewPerson): {
  text: string;
  tone: "success" | "warning" | "neutral";
} {
  if (answer === null) return { text: "Asked", tone: "neutral" };
  if (answer === "changes_asked")
    return ofThisDraft
      ? { text: "Asks for changes", tone: "warning" }
      : { text: "Asked for changes of an earlier draft", tone: "neutral" };
  if (!ofThisDraft) return { text: "Approved an earlier draft", tone: "neutral" };
  return counts
    ? { text: "Approved", tone: "success" }
    : { text: "Approved, but may not approve any more", tone: "neutral" };
}

/** Who was asked or has answered, and what that comes to. */
export function ReviewPeople({ people, now }: { people: readonly ReviewPerson[]; now: Date }) {
  if (people.length === 0) return <p className="text-muted">Nobody has answered yet.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {people.map((person) => {
        const { text, tone } = standing(person);
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
