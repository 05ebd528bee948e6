export const TOOL_LIMITS = {
  name: 100,
  description: 2000,
  eventPattern: 100,
  eventPatterns: 50,
  /** A body can have 128 KB. */
  deliveriesPerPage: 20,
} as const;

/** `asset.*` matches `asset.approved` and `asset.logo.approved` but not `asset`. */
export function matchesPattern(type: string, pattern: string): boolean {
  if (pattern === "*") return true;
  return pattern.endsWith(".*")
    ? type.startsWith(pattern.slice(0, -1)) && type.length >= pattern.length
    : type === pattern;
}
