"use client";

import { useEffect, useRef, useState } from "react";
import type { Reviewer, ReviewerMatches } from "@/components/review/types";
import { Checkbox } from "@/components/ui/checkbox";
import { CommandMenu } from "@/components/ui/command-menu";
import { LiveRegion } from "@/components/ui/live-region";

/** Long enough to type on, short enough not to be noticed. */
const PAUSE_MS = 150;

const VIEWER = "Viewer: may comment";

type ReviewerChoiceProps = {
  /** Found without a search: those who are asked, and others by name. */
  first: ReviewerMatches;
  chosen: ReadonlySet<string>;
  onChoose: (userId: string, wanted: boolean) => void;
  search: (text: string) => Promise<{ ok: true; data: ReviewerMatches } | { ok: false; message: string }>;
};

/** Members to ask by name: a few stand there at once, more are found by typing and stand there once they are chosen. */
export function ReviewerChoice({ first, chosen, onChoose, search }: ReviewerChoiceProps) {
  const [listed, setListed] = useState<readonly Reviewer[]>(() =>
    first.more ? first.people.filter(({ asked }) => asked) : first.people,
  );
  const [added, setAdded] = useState("");
  const add = (person: Reviewer) => {
    setListed([...listed, person]);
    setAdded(`${person.name} is asked`);
    onChoose(person.userId, true);
  };
  return (
    <div className="flex flex-col gap-3">
      {listed.length > 0 ? (
        <div className="flex max-h-64 flex-col gap-2 overflow-y-auto">
          {listed.map(({ userId, name, mayApprove }) => (
            <Checkbox
              key={userId}
              label={<span dir="auto">{name}</span>}
              hint={mayApprove ? undefined : VIEWER}
              checked={chosen.has(userId)}
              onCheckedChange={(wanted) => onChoose(userId, wanted)}
            />
          ))}
        </div>
      ) : null}
      {first.more ? <ReviewerSearch first={first} listed={listed} search={search} onAdd={add} /> : null}
      <LiveRegion message={added} />
    </div>
  );
}

type ReviewerSearchProps = Pick<ReviewerChoiceProps, "first" | "search"> & {
  listed: readonly Reviewer[];
  onAdd: (person: Reviewer) => void;
};

function ReviewerSearch({ first, listed, search, onAdd }: ReviewerSearchProps) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState({ text: "", matches: first, failure: "" });
  const newest = useRef("");
  useEffect(() => {
    newest.current = text;
    if (text === "") return setAnswer({ text, matches: first, failure: "" });
    const look = async () => {
      const outcome = await search(text);
      if (newest.current !== text) return;
      const none = { people: [], more: false };
      setAnswer(
        outcome.ok ? { text, matches: outcome.data, failure: "" } : { text, matches: none, failure: outcome.message },
      );
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, first, search]);
  const answered = answer.text === text;
  const there = new Set(listed.map(({ userId }) => userId));
  const people = answered ? answer.matches.people.filter(({ userId }) => !there.has(userId)) : [];
  return (
    <div className="rounded-lg border border-line">
      <CommandMenu
        label="Members to ask"
        placeholder="Search members by name or email"
        filter={false}
        query={text}
        onQueryChange={setText}
        loading={!answered}
        emptyText={answer.failure || "No other member is called so."}
        groups={[
          {
            options: people.map((person) => ({
              id: person.userId,
              label: person.name,
              hint: person.mayApprove ? undefined : VIEWER,
              onSelect: () => {
                onAdd(person);
                setText("");
              },
            })),
          },
        ]}
        footer={
          answered && answer.matches.more ? (
            <p className="px-2.5 py-1 text-muted text-xs">More members match. Type on to find them.</p>
          ) : undefined
        }
        className="max-h-64"
      />
    </div>
  );
}
