import { join } from "node:path";
import { type DatabaseTarget, openDatabase } from "@/db/client";
import { COPY_TIMEOUTS, loadSnapshot, type OnCopied, withSnapshot } from "@/db/copy";
import type { FileStorage } from "@/lib/content";
import { adoptFileStore } from "@/lib/content/server";
import { createPrivateFile } from "@/lib/platform/private-file";
import { filesNamedIn, forEachFile, readWhole } from "./backup/files";
import { embeddedSecrets, newSecret, SEALING } from "./embedded-secrets";

export interface MovedFiles {
  copied: number;
  before: number;
  /** Files named in the source that its store lacks or has changed. */
  lost: string[];
}

export type Moved = Awaited<ReturnType<typeof moveData>>;

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
  if (!(await readWhole(to, key))) throw new Error(`The bucket returned different content for ${key}.`);
  moved.copied += 1;
}

/**
 * Copies a stopped embedded hub to a database server, and its files to another store if there is one. Doesn't change
 * the source. An interrupted copy continues at the next call.
 * @throws CannotOpen if a hub runs on the directory, CopyRefused if the target can't be used
 */
export async function moveData(
  input: { directory: string; target: DatabaseTarget; files: { from: FileStorage; to: FileStorage } | null },
  onCopied: OnCopied = () => {},
) {
  const source = await openDatabase({ driver: "embedded", directory: input.directory });
  try {
    const target = await openDatabase({ ...input.target, timeouts: COPY_TIMEOUTS } as DatabaseTarget);
    try {
      return await withSnapshot(source.db, async (snapshot, tx) => {
        const files: MovedFiles | null = input.files && { copied: 0, before: 0, lost: [] };
        // Files first, because a hub that starts on the database needs them.
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

/** Replaced for the moved hub: the demo prints some of them, and what they signed expires within the hour. */
const REPLACED = ["FEDERATION_SECRET", "FILE_URL_SECRET", "WEBHOOK_DISPATCH_SECRET"];

/**
 * Writes the moved hub's secrets next to the source's, readable only by their owner, unless an earlier call did.
 * Returns the file's path and whether it contains a secret of the source.
 */
export async function writeMovedSecrets(directory: string): Promise<{ path: string; variables: string[] }> {
  const former = await embeddedSecrets(directory);
  const secrets = {
    // The old keys are needed for authenticator apps, waiting mails, signing secrets and audit checkpoints.
    ...Object.fromEntries(SEALING.map((name) => [name, [newSecret(), former[name]].filter(Boolean).join(",")])),
    ...Object.fromEntries(REPLACED.map((name) => [name, newSecret()])),
  };
  const path = join(directory, "moved.env");
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  await createPrivateFile(path, lines.join(""));
  return { path, variables: Object.keys(secrets) };
}
