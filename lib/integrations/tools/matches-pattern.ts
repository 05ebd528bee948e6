import { z } from "zod";

export const TOOL_LIMITS = { name: 100, description: 2000, eventPattern: 100, eventPatterns: 50 } as const;

/** `*`, an event type, or a prefix with `.*`. */
export const EventPattern = z
  .string()
  .max(TOOL_LIMITS.eventPattern)
  .regex(
    /^(\*|[a-z0-9_-]+(\.[a-z0-9_-]+)*(\.\*)?)$/,
    "must be an event type such as asset.approved, a prefix such as asset.*, or *",
  )
  .refine(
    (pattern) => !/^(identity|hub)(\.|$)/.test(pattern),
    "identity.* and hub.* are reserved; every subscription gets identity.updated",
  );

/** `asset.*` matches `asset.approved` and `asset.logo.approved` but not `asset`. */
export function matchesPattern(type: string, pattern: string): boolean {
  if (pattern === "*") return true;
  return pattern.endsWith(".*")
    ? type.startsWith(pattern.slice(0, -1)) && type.length >= pattern.length
    : type === pattern;
}
