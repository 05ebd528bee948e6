export { createLimitStore } from "./create-limit-store";
export { FallbackStore, type FallbackStoreOptions, type LimitStoreState } from "./fallback-store";
export type { Lease, LimitRule, LimitStore, LimitVerdict } from "./limit-store";
export { MemoryStore, type MemoryStoreOptions } from "./memory-store";
export { UpstashStore, type UpstashStoreOptions } from "./upstash-store";
