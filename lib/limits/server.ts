export { createLimitStore } from "./create-limit-store";
export { FallbackStore } from "./fallback-store";
export { MAX_ATTEMPT_KEYS, MemoryStore } from "./memory-store";
export { networkOf, networksOf } from "./network-of";
export { budgetChanges, budgetOfForm, requireBudget } from "./own-budget";
export { plainTransport } from "./plain-transport";
export { RedisStore } from "./redis-store";
export { spendBudget } from "./spend-budget";
export { upstashTransport } from "./upstash-transport";
