export const TOOL_LIMITS = { name: 100, description: 2000, eventPattern: 100, eventPatterns: 50 } as const;
