export { budgetChanges, budgetOfForm, requireBudget, spendBudget } from "./budgets";
export { createLimitStore } from "./create-limit-store";
export { FallbackStore } from "./fallback-store";
export { purposeOf } from "./limit-store";
export { MAX_ATTEMPT_KEYS, MemoryStore } from "./memory-store";
export { networkOf, networksOf } from "./network-of";
export { plainTransport } from "./plain-transport";
export { RedisStore } from "./redis-store";
export { upstashTransport } from "./upstash-transport";
