export { BackupRefused, type Manifest } from "./manifest";
export { isHalfRestored, restoreEmbedded, restoreToServer } from "./restore";
export { type BackupOrder, type BackupSource, backUpRunning, writeBackup } from "./write-backup";
