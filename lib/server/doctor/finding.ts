import { explainDatabaseError } from "@/db/explain-database-error";
import { reasonOf } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/timing";

export interface Finding {
  part: string;
  state: "ok" | "warning" | "error";
  says: string;
  remedy?: string;
}

export interface Question {
  part: string;
  ask(): Promise<Omit<Finding, "part"> | Omit<Finding, "part">[]>;
  remedy: string;
}

const ANSWER_WITHIN_MS = 10_000;

export const ok = (says: string) => ({ state: "ok", says }) as const;
export const warning = (says: string, remedy: string) => ({ state: "warning", says, remedy }) as const;
export const error = (says: string, remedy: string) => ({ state: "error", says, remedy }) as const;

/** Asks all questions, each with a timeout. A failed one becomes an error with its reason. */
export async function askAll(questions: readonly Question[], withinMs = ANSWER_WITHIN_MS): Promise<Finding[]> {
  const asked = questions.map(async ({ part, ask, remedy }) => {
    try {
      return [await withTimeout(withinMs, ask())].flat().map((finding) => ({ part, ...finding }));
    } catch (cause) {
      const explained = explainDatabaseError(cause);
      if (explained) return [{ part, state: "error" as const, says: explained }];
      return [{ part, ...error(`${reasonOf(cause)}.`.replace(/\.+$/, "."), remedy) }];
    }
  });
  return (await Promise.all(asked)).flat();
}

export async function askInStages(stages: readonly (readonly Question[])[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const questions of stages) {
    found.push(...(await askAll(questions)));
    if (found.some(({ state }) => state === "error")) break;
  }
  return found;
}
