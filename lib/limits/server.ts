export { createLimitStore } from "./create-limit-store";
export { FallbackStore } from "./fallback-store";
export { MAX_ATTEMPT_KEYS, MemoryStore } from "./memory-store";
export { networkOf, networksOf } from "./network-of";
export { spendBudget } from "./spend-budget";
export { UpstashStore } from "./upstash-store";
