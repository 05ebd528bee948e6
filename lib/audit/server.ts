export { readAuditEntries } from "./list-audit";
export { recordAudit } from "./record-audit";
