import { join } from "node:path";
import { type DatabaseTarget, openDatabase } from "@/db/client";
import { COPY_PATIENCE, loadSnapshot, type OnCopied, withSnapshot } from "@/db/copy";
import type { FileStorage } from "@/lib/content";
import { adoptFileStore } from "@/lib/content/server";
import { createPrivateFile } from "@/lib/platform/private-file";
import { filesNamedIn, forEachFile, readWhole } from "./backup/files";
import { embeddedSecrets, newSecret, SEALING } from "./embedded-secrets";

export interface MovedFiles {
  /** Copied now, and found there as they are from a move before. */
  copied: number;
  before: number;
  /** Keys of files that the source names and has not, or not as they were stored. */
  lost: string[];
}

export interface Moved {
  rows: number;
  tables: number;
  /** Null where the files stay where they are. */
  files: MovedFiles | null;
}

/** Copies a file unless the target has it as it is, and reads it back. */
async function moveFile(
  key: string,
  mime: string,
  { from, to }: { from: FileStorage; to: FileStorage },
  moved: MovedFiles,
): Promise<void> {
  if (await readWhole(to, key)) {
    moved.before += 1;
    return;
  }
  const bytes = await readWhole(from, key);
  if (!bytes) return void moved.lost.push(key);
  await to.put(key, bytes, mime);
  if (!(await readWhole(to, key))) throw new Error(`The bucket does not give ${key} back as it was put there.`);
  moved.copied += 1;
}

/**
 * Copies an embedded hub that is stopped to a database server, and its files to another store if there is one. The source stays as it is.
 * Broken off at any moment, the next call goes on. @throws CannotOpen where a hub runs on the directory, CopyRefused where the target cannot take it
 */
export async function moveData(
  input: { directory: string; target: DatabaseTarget; files: { from: FileStorage; to: FileStorage } | null },
  onCopied: OnCopied = () => {},
): Promise<Moved> {
  const source = await openDatabase({ driver: "embedded", directory: input.directory });
  try {
    const target = await openDatabase({ ...input.target, patience: COPY_PATIENCE } as DatabaseTarget);
    try {
      return await withSnapshot(source.db, async (snapshot, tx) => {
        const files: MovedFiles | null = input.files && { copied: 0, before: 0, lost: [] };
        // First: a hub that starts on the database finds them there.
        if (input.files && files) {
          const stores = input.files;
          await forEachFile(filesNamedIn(tx), ({ key, mime }) => moveFile(key, mime, stores, files));
        }
        let [rows, tables] = [0, 0];
        await loadSnapshot(snapshot, target, (copied) => {
          rows += copied.rows;
          tables += 1;
          onCopied(copied);
        });
        await target.migrate();
        if (input.files) await adoptFileStore({ db: target.db, storage: input.files.to, now: new Date() });
        return { rows, tables, files };
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Drawn anew for the moved hub: what the embedded one kept in its folder was printed in part, and what was made with these ends within the hour. */
const ANEW = ["FEDERATION_SECRET", "FILE_URL_SECRET", "WEBHOOK_DISPATCH_SECRET"];

/**
 * Writes the secrets that the moved hub is to run with beside those of the source, for its owner's eyes alone, unless that was done before;
 * gives the file's path and whether a secret of the source is among them.
 */
export async function writeMovedSecrets(directory: string): Promise<{ path: string; variables: string[] }> {
  const former = await embeddedSecrets(directory);
  const secrets = {
    // Authenticator apps, waiting mails, the checkpoints of the audit log and signing secrets were sealed and signed with the former ones.
    ...Object.fromEntries(SEALING.map((name) => [name, [newSecret(), former[name]].filter(Boolean).join(",")])),
    ...Object.fromEntries(ANEW.map((name) => [name, newSecret()])),
  };
  const path = join(directory, "moved.env");
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  await createPrivateFile(path, lines.join(""));
  return { path, variables: Object.keys(secrets) };
}
