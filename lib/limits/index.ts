export type { FallbackStoreOptions, LimitStoreState } from "./fallback-store";
export type { Attempt, Lease, LimitRule, LimitStore, LimitVerdict } from "./limit-store";
export type { MemoryStoreOptions } from "./memory-store";
export type { UpstashStoreOptions } from "./upstash-store";
export { describeBudgets, NO_USER_BUDGETS, type UserBudget, type UserBudgets } from "./user-budgets";
export { waitText } from "./wait-text";
