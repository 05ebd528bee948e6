export { dropAuditEntries } from "./chain/drop-entries";
export { runAuditTick } from "./chain/extend-chains";
export { forgetPersonInAudit } from "./chain/forget-person";
export { verifyAudit } from "./chain/verify-audit";
export { exportAuditEntries } from "./export-entries";
export { exportHubActivity, listHubActivity } from "./hub-activity";
export { listOwnActivity } from "./own-activity";
export { readAuditEntries } from "./read-entries";
export { recordAudit, recordAudits } from "./record-audit";
