export type { CredentialUsage, UsageCounts, UsageQuery } from "./read-usage";
export type { UsageRecorder } from "./usage-recorder";
