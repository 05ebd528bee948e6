export { type CredentialUsage, readUsage, type UsageCounts, type UsageQuery } from "./read-usage";
export { UsageRecorder } from "./usage-recorder";
