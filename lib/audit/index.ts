export { ACTION_KINDS, describeAct } from "./actions";
export { type AuditQuery, type AuditRecord, readAuditEntries } from "./list-audit";
export { type AuditEntry, recordAudit } from "./record-audit";
