import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import type { Snapshot } from "@/db/copy";
import { BackupRefused, type Manifest, type Part, writePart } from "./manifest";

const pathOf = (table: string): string => `rows/${table}.jsonl.gz`;

type Tables = Manifest["tables"];

/** Writes each table as lines of pages (db/copy/pages.ts), one gzip member per line. */
export async function writeRows(snapshot: Snapshot, folder: string): Promise<{ tables: Tables; parts: Part[] }> {
  await mkdir(join(folder, "rows"), { mode: 0o700 });
  const tables: Tables = [];
  const parts: Part[] = [];
  for (const table of snapshot.tables) {
    const part = writePart(folder, pathOf(table.name));
    const pages = snapshot.pagesOf(table);
    let next = await pages.next();
    for (; !next.done; next = await pages.next())
      await part.write(await promisify(gzip)(`${JSON.stringify([next.value.rows, ...next.value.columns])}\n`));
    parts.push(await part.close());
    tables.push({ ...table, columns: [...table.columns], key: [...table.key], ...next.value });
  }
  return { tables, parts };
}

export function snapshotIn(folder: string, { migration, tables, sequences }: Manifest): Snapshot {
  const kept = (name: string) => {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new BackupRefused(`The backup in ${folder} has no table ${name}.`);
    return { rows: table.rows, digest: table.digest };
  };
  return {
    migration,
    tables: tables.map(({ name, columns, key }) => ({ name, columns, key })),
    sequences,
    digestOf: async ({ name }) => kept(name),
    async *pagesOf({ name }) {
      // An empty table's file has no gzip member, which gunzip would take for truncation.
      if (kept(name).rows > 0) {
        const text = createReadStream(join(folder, pathOf(name))).pipe(createGunzip());
        for await (const line of createInterface({ input: text })) {
          const [rows, ...columns] = JSON.parse(line) as [number, ...string[]];
          yield { rows, columns };
        }
      }
      return kept(name);
    },
  };
}
