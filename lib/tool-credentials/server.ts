export { authenticateToolToken, hashToolToken, ofToken } from "./authenticate-tool-token";
export { inForce } from "./in-force";
export { issueBoth, requireRoomForBoth } from "./issue-both";
export { EncryptionKeyMissing, issueToolCredential, lockTool, requireSealingKey } from "./issue-tool-credential";
export { listToolCredentials } from "./list-tool-credentials";
export { revokeToolCredential } from "./revoke-tool-credential";
export { rotateToolCredential } from "./rotate-tool-credential";
export { runCredentialTick } from "./run-credential-tick";
export { opensSigningSecrets, readSigningSecrets, type SigningSecrets } from "./signing-secrets";
