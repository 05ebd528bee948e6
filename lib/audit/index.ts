export {
  type ActionKinds,
  AUDIT_ACTIONS,
  type AuditAction,
  BRAND_ACTION_KINDS,
  describeAct,
  HUB_ACTION_KINDS,
} from "./actions";
export type { AuditExport } from "./export-entries";
export { EXPORT_FORMATS, type ExportFormat } from "./export-format";
export type { AuditQuery, AuditRecord } from "./read-entries";
export type { AuditEntry } from "./record-audit";
