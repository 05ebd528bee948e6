import type { z } from "zod";
import { isRecord } from "./imported-brand";

const MAX_ROUNDS = 100;

/** Puts something else at a path; `undefined` takes it out. In place, since a copy for each fault costs the square of a large file. */
function changeAt(holder: unknown, path: readonly PropertyKey[], change: (old: unknown) => unknown): void {
  const [head, ...rest] = path;
  const within = Array.isArray(holder) || isRecord(holder) ? (holder as Record<PropertyKey, unknown>) : null;
  if (!within || head === undefined || !Object.hasOwn(within, head)) return;
  if (rest.length > 0) {
    changeAt(within[head], rest, change);
    return;
  }
  const kept = change(within[head]);
  if (kept !== undefined) within[head] = kept;
  else if (Array.isArray(holder)) holder.splice(Number(head), 1);
  else delete within[head];
}

/** What is too long is cut to its limit; whatever else breaks a rule is taken out. */
function mend(issue: z.core.$ZodIssue): { change: (old: unknown) => unknown; sentence: string } {
  if (issue.code === "too_big" && (issue.origin === "array" || issue.origin === "string")) {
    const max = Number(issue.maximum);
    const unit = issue.origin === "array" ? "entries" : "characters";
    return {
      change: (old) => (Array.isArray(old) || typeof old === "string" ? old.slice(0, max) : undefined),
      sentence: `all after the first ${max.toLocaleString("en")} ${unit}.`,
    };
  }
  return { change: () => undefined, sentence: `${issue.message}.` };
}

function leafPaths(value: unknown, path: string): string[] {
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([key, child]) => leafPaths(child, path ? `${path}.${key}` : key));
}

/**
 * The part of an unknown value that a schema takes: what is too long is cut, what breaks another rule is left out, and so is what
 * the schema does not know.
 * `left` says each by its path, with the reason. Null when nothing can be kept.
 */
export function keepValid<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema> | null; left: string[] } {
  const left: string[] = [];
  const rest = structuredClone(input);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) {
      const known = new Set(leafPaths(parsed.data, ""));
      const unknown = leafPaths(rest, "").filter((path) => !known.has(path));
      return { value: parsed.data, left: [...left, ...unknown.map((path) => `${path}: the hub knows no such field.`)] };
    }
    const [issue] = parsed.error.issues;
    if (!issue || issue.path.length === 0) break;
    const { change, sentence } = mend(issue);
    left.push(`${issue.path.join(".")}: ${sentence}`);
    changeAt(rest, issue.path, change);
  }
  return { value: null, left };
}
