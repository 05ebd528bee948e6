import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { z } from "zod";
import { replacePrivateFile } from "@/lib/platform/private-file";

export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

const Column = z.object({ name: z.string(), type: z.string() });
const Part = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

/** Written last, so that an incomplete backup has none. */
const Manifest = z.object({
  format: z.literal(1),
  /** The release, and its database's newest migration. */
  version: z.string(),
  migration: z.number(),
  createdAt: z.iso.datetime(),
  /** `rows`: a file per table. `pg_dump`: one file in PostgreSQL's custom format. */
  database: z.enum(["rows", "pg_dump"]),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(Column),
      key: z.array(Column),
      rows: z.number(),
      digest: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** All files except this one and the hub's, which `files.jsonl` lists by SHA-256. */
  parts: z.array(Part),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Files named in the database that the store lacked or had changed. */
  lost: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

const PATH = "manifest.json";
const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await replacePrivateFile(join(folder, PATH), `${JSON.stringify({ sha256: sumOf(text), manifest })}\n`);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, PATH), "utf8").catch(() => null);
  if (text === null)
    throw new BackupRefused(
      `There is no complete backup in ${folder}: manifest.json, which is written last, is missing.`,
    );
  try {
    const { sha256, manifest } = JSON.parse(text);
    if (sumOf(JSON.stringify(manifest)) === sha256) return Manifest.parse(manifest);
  } catch {
    // The refusal below reports it.
  }
  throw new BackupRefused(`${join(folder, PATH)} is damaged: this backup can't be restored.`);
}

/** A file of the backup being written; `close` syncs it and returns its manifest entry. */
export function writePart(folder: string, path: string) {
  const hash = createHash("sha256");
  const target = join(folder, path);
  const stream = createWriteStream(target, { flags: "wx", mode: 0o600 });
  let bytes = 0;
  stream.on("error", () => {});
  return {
    async write(chunk: Buffer): Promise<void> {
      hash.update(chunk);
      bytes += chunk.length;
      await new Promise<void>((done, fail) => stream.write(chunk, (error) => (error ? fail(error) : done())));
    },
    async close(): Promise<Part> {
      stream.end();
      await finished(stream);
      await flush(target);
      return { path, bytes, sha256: hash.digest("hex") };
    },
  };
}

export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

export async function partOf(folder: string, path: string): Promise<Part> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}
