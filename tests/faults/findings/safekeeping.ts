import type { Fault } from "./fault";

/** Backups, moves and upgrades, when something comes in between. */
export const SAFEKEEPING: readonly Fault[] = [
  {
    id: "backup-while-busy",
    fault: "An embedded hub is backed up while it takes events, then killed, and put back elsewhere.",
    demanded: "A backup of one moment, with every file; the audit log of what is put back verifies.",
    before: "There was no backup of a hub that runs: it had to be stopped and its folder copied.",
    test: {
      file: "tests/faults/backup.test.ts",
      title: "made while it takes events hold all that came before, and start as a hub whose log is whole",
    },
  },
  {
    id: "backup-killed",
    fault: "A backup, and a restore, are killed at any moment.",
    demanded: "Half a backup is never taken for a whole one, and no hub starts on half of one.",
    before: "There were neither.",
    test: {
      file: "tests/faults/backup.test.ts",
      title: "killed at any moment leave no backup that is taken for whole, and no hub that starts on half of one",
    },
  },
  {
    id: "move-killed",
    fault: "The move from the embedded database to a server and a bucket is killed again and again.",
    demanded:
      "The next one goes on; no hub starts on what is not whole; what arrives is compared, row by row and file by file.",
    before: "There was no way from the one to the other.",
    test: {
      file: "tests/faults/move-data.test.ts",
      title: "arrives whole though the move is killed again and again, and starts there with its files and secrets",
    },
  },
  {
    id: "upgrade-statements",
    fault:
      "A filled database of the release before these changes is migrated while a process of that release runs on it.",
    demanded: "No row changes, and that release's statements are understood as before.",
    before: "Never tried: migrations were read for words that narrow.",
    test: {
      file: "tests/faults/upgrade.test.ts",
      title: "leaves every statement of that release one that the database understands",
    },
  },
  {
    id: "upgrade-side-by-side",
    fault:
      "An old process and a new one work on one database, the new one migrates it, and the upgrade is rolled back.",
    demanded:
      "No 5xx of either, nothing acknowledged lost, the old release starts again (in the full form alone: it is installed and built).",
    before: "Never tried.",
    test: {
      file: "tests/faults/upgrade.test.ts",
      title: "answers as before while the new one migrates, works and stops, and so does the new one",
    },
  },
];
