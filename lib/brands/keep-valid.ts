import type { z } from "zod";
import { isRecord } from "./imported-brand";

const MAX_ROUNDS = 100;

/** A copy with something else at a path; `undefined` takes it out. */
function withChange(value: unknown, path: readonly PropertyKey[], change: (old: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) => (index === head ? withChange(entry, rest, change) : entry));
    return entries.filter((entry) => entry !== undefined);
  }
  if (!isRecord(value) || typeof head !== "string") return undefined;
  const { [head]: child, ...others } = value;
  const kept = withChange(child, rest, change);
  return kept === undefined ? others : { ...others, [head]: kept };
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
  let rest = input;
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
    rest = withChange(rest, issue.path, change);
  }
  return { value: null, left };
}
