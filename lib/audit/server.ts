export { exportHubActivity, listHubActivity } from "./hub-activity";
export { exportAuditEntries, readAuditEntries } from "./read-entries";
export { recordAudit, recordAudits } from "./record-audit";
