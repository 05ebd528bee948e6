import { explainDatabaseError } from "@/db/explain-database-error";
import { reasonOf } from "@/lib/platform/describe-error";
import { within } from "@/lib/platform/timing";

/** What was found of one part of a hub. An error keeps it from working; a warning is for somebody to know. */
export interface Finding {
  part: string;
  state: "ok" | "warning" | "error";
  says: string;
  /** What to do about it; none where there is nothing to do. */
  remedy?: string;
}

export interface Question {
  part: string;
  ask(): Promise<Omit<Finding, "part"> | Omit<Finding, "part">[]>;
  /** What to do where there was no answer. */
  remedy: string;
}

const ANSWER_WITHIN_MS = 10_000;

export const ok = (says: string) => ({ state: "ok", says }) as const;
export const warning = (says: string, remedy: string) => ({ state: "warning", says, remedy }) as const;
export const error = (says: string, remedy: string) => ({ state: "error", says, remedy }) as const;

/** Asks everything, each for no longer than a while; what fails is an error with its reason. */
export async function askAll(questions: readonly Question[], withinMs = ANSWER_WITHIN_MS): Promise<Finding[]> {
  const asked = questions.map(async ({ part, ask, remedy }) => {
    try {
      return [await within(withinMs, ask())].flat().map((finding) => ({ part, ...finding }));
    } catch (cause) {
      const explained = explainDatabaseError(cause);
      if (explained) return [{ part, state: "error" as const, says: explained }];
      return [{ part, ...error(`${reasonOf(cause)}.`.replace(/\.+$/, "."), remedy) }];
    }
  });
  return (await Promise.all(asked)).flat();
}

/** Asks one stage after the other, and none after an error: what builds on a part that fails would say the same once more. */
export async function askInStages(stages: readonly (readonly Question[])[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const questions of stages) {
    found.push(...(await askAll(questions)));
    if (found.some(({ state }) => state === "error")) break;
  }
  return found;
}
