export type { CredentialUsage, UsageCounts, UsageQuery } from "./read-usage";
