export { createLimitStore } from "./create-limit-store";
export { FallbackStore } from "./fallback-store";
export { MemoryStore } from "./memory-store";
export { networkOf } from "./network-of";
export { spendBudget } from "./spend-budget";
export { UpstashStore } from "./upstash-store";
