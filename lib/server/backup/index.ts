export { type BackupOrder, backUpRunning } from "./back-up-running";
export { BackupRefused, type Manifest } from "./manifest";
export { isHalfRestored, restoreEmbedded, restoreToServer } from "./restore";
export { type BackupSource, writeBackup } from "./write-backup";
