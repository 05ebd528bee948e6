export { createLimitStore } from "./create-limit-store";
export { FallbackStore } from "./fallback-store";
export { MemoryStore } from "./memory-store";
export { UpstashStore } from "./upstash-store";
