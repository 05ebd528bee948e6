import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import { sqlStateOf } from "@/db/errors";
import { DamagedFile, type FileStorage } from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { makePrivateFolder } from "@/lib/platform/private-file";
import { BackupRefused, type Part, writePart } from "./manifest";

export interface ListedFile {
  key: string;
  bytes: number;
  mime: string;
}

const LIST = "files.jsonl";
const AT_ONCE = 4;
const PAGE = 1_000;
/** How long a backup keeps the hub from deleting files; renewed while it runs. */
const KEPT_MINUTES = 15;
/**
 * Undefined column or table: a backup made by a new release before its upgrade, of a database whose hub can't be
 * told to wait. Read-only transaction: the disk is nearly full, so the hub deletes nothing anyway.
 */
const CANNOT_PAUSE_DELETION = ["42703", "42P01", "25006"];
const RENEW_MS = 5 * 60_000;

/** Keeps the hub from deleting files while `work` copies them. */
export async function pauseFileDeletion<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const keep = () =>
    db.execute(sql`
      insert into hub_settings ("only", files_kept_until) values (true, now() + ${KEPT_MINUTES} * interval '1 minute')
      on conflict ("only") do update set files_kept_until = excluded.files_kept_until`);
  await keep().catch((error) => {
    if (!CANNOT_PAUSE_DELETION.includes(sqlStateOf(error) ?? "")) throw error;
  });
  const timer = setInterval(() => void keep().catch(() => {}), RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Files that a database names. Also reads databases from before files could be removed, because an upgrade needs a
 * backup.
 */
export async function* filesNamedIn(db: Database): AsyncGenerator<ListedFile> {
  for (let after: string | null = null; ; ) {
    const rows: { id: string; brand: string; sha256: string; bytes: number; mime: string }[] = await rowsOf(
      db,
      sql`
      select id, brand_id as brand, sha256, bytes, mime from files
      where to_jsonb(files) ->> 'removed_at' is null ${after ? sql`and id > ${after}::uuid` : sql``} order by id limit ${PAGE}`,
    );
    for (const { brand, sha256, bytes, mime } of rows) yield { key: storageKey(brand, sha256), bytes, mime };
    after = rows.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

export async function writeList(db: Database, folder: string): Promise<Part> {
  const part = writePart(folder, LIST);
  for await (const file of filesNamedIn(db)) await part.write(Buffer.from(`${JSON.stringify(file)}\n`));
  return part.close();
}

export async function* readList(folder: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: createReadStream(join(folder, LIST)) })) yield JSON.parse(line);
}

const isContentOf = (key: string, bytes: Buffer | null): bytes is Buffer =>
  bytes !== null && key.endsWith(`/${createHash("sha256").update(bytes).digest("hex")}`);

/** Bytes stored under a key; null if the store has none or their hash differs. */
export async function readWhole(storage: FileStorage, key: string): Promise<Buffer | null> {
  const bytes = await storage.read(key).catch((error) => {
    if (error instanceof DamagedFile) return null;
    throw error;
  });
  return isContentOf(key, bytes) ? bytes : null;
}

export async function forEachFile(
  files: AsyncIterable<ListedFile>,
  work: (file: ListedFile) => Promise<void>,
): Promise<void> {
  const iterator = files[Symbol.asyncIterator]();
  let failed = false;
  const worker = async () => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next())
      await work(next.value).catch((error) => {
        failed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Copies the listed files from the store and verifies each by its key. Returns their number and the lost ones. */
export async function writeFiles(
  storage: FileStorage,
  folder: string,
): Promise<{ count: number; bytes: number; lost: string[] }> {
  const lost: string[] = [];
  let [count, total] = [0, 0];
  await forEachFile(readList(folder), async ({ key }) => {
    const bytes = await readWhole(storage, key);
    if (!bytes) return void lost.push(key);
    const path = join("files", key);
    await makePrivateFolder(dirname(join(folder, path)));
    const part = writePart(folder, path);
    await part.write(bytes);
    await part.close();
    count += 1;
    total += bytes.length;
  });
  return { count, bytes: total, lost: lost.sort() };
}

export async function readKept(folder: string, key: string): Promise<Buffer> {
  const path = join(folder, "files", key);
  const bytes = await readFile(path).catch(() => null);
  if (isContentOf(key, bytes)) return bytes;
  throw new BackupRefused(`${path} is ${bytes ? "damaged" : "missing"}: this backup can't be restored.`);
}
