export { ACTION_KINDS, describeAct } from "./actions";
export type { AuditQuery, AuditRecord } from "./list-audit";
export type { AuditEntry } from "./record-audit";
