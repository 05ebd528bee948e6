export * from "./accounts";
export { brandDeletions, invitations, memberships } from "./accounts";
export * from "./brands";
export * from "./operations";
export { auditChains, auditCheckpoints, auditEntries, auditLinks, auditTombstones } from "./operations";
export * from "./tools";
export { apiKeys, apiRequests, REQUEST_CREDENTIALS, usageCounters } from "./tools";
export * from "./versions";
export * from "./webhooks";
