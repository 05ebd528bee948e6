export type { FallbackStoreOptions, LimitStoreState } from "./fallback-store";
export type { Lease, LimitRule, LimitStore, LimitVerdict } from "./limit-store";
export type { MemoryStoreOptions } from "./memory-store";
export type { UpstashStoreOptions } from "./upstash-store";
