import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import type { SqlStores } from "@/lib/contract";
import { PG_TABLES, pgStores } from "@/lib/contract/pg-store";

/** The table from before the kit had one. */
const CATCH_UP = `
alter table if exists brand_cache add column if not exists read_id text, alter column bundle drop not null;
`;

/** The kit's stores on Brand Studio's database. */
export interface StudioStore extends SqlStores {
  close: () => Promise<void>;
}

/** Creates the tables and returns the store. */
export async function storeOn(db: PGlite): Promise<StudioStore> {
  await db.exec(CATCH_UP + PG_TABLES);
  return { ...pgStores(db), close: () => db.close() };
}

/** Opens the store in a directory, or in memory with null. */
export async function openStore(directory: string | null): Promise<StudioStore> {
  if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
  return storeOn(new PGlite(directory ?? undefined));
}
