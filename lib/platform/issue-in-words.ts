import type { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const quoted = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

function bound(origin: string, limit: unknown, { more }: { more: boolean }): string {
  if (origin === "string") return `is ${more ? "longer" : "shorter"} than ${limit} characters`;
  if (origin === "array") return `has ${more ? "more" : "fewer"} than ${limit} entries`;
  return `must be at ${more ? "most" : "least"} ${limit}`;
}

/**
 * A parse's `error` option that words an issue to follow the field's name: `body.type: is missing.` Messages in the
 * schema win.
 */
export function issueInWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "unrecognized_keys":
      return `has unknown fields: ${quoted(issue.keys)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${quoted(issue.values)}`;
    case "too_big":
      return bound(issue.origin, issue.maximum, { more: true });
    case "too_small":
      return issue.minimum === 1 && issue.origin !== "number"
        ? "is empty"
        : bound(issue.origin, issue.minimum, { more: false });
    default:
      return "is not valid";
  }
}
