export type { ToolCredentialKind } from "./credential-rules";
export { CREDENTIAL_KIND_LABEL, MAX_CREDENTIAL_NAME_LENGTH, MAX_IN_FORCE, MAX_OVERLAP_HOURS } from "./credential-rules";
export type { IssuedToolCredential } from "./issue-tool-credential";
export type { ToolCredential } from "./list-tool-credentials";
export type { RotatedToolCredential } from "./rotate-tool-credential";
