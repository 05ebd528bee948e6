export { exportHubActivity, listHubActivity } from "./hub-activity";
export { exportAuditEntries, readAuditEntries } from "./read-entries";
export { recordAudit } from "./record-audit";
