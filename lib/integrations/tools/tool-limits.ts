/** Characters of what an administrator says of a tool, and how many patterns it may list. */
export const TOOL_LIMITS = { name: 100, description: 2000, eventPattern: 100, eventPatterns: 50 } as const;
