// SPDX-License-Identifier: MIT
import { type SqlRow, type SqlStores, sqlStores } from "./sql-stores.js";

/** The driver methods used. `better-sqlite3`, `node:sqlite` and `bun:sqlite` match it. */
export interface SqliteDatabase {
  prepare(text: string): {
    // biome-ignore lint/suspicious/noExplicitAny: the drivers share no narrower type. Only SqlValue is bound.
    all(...values: any[]): unknown[];
    // biome-ignore lint/suspicious/noExplicitAny: as above
    run(...values: any[]): unknown;
  };
}

/** Creates the tables. Run it at process start or in a migration. Needs SQLite 3.35 or later. */
export const SQLITE_TABLES = `
create table if not exists brand_cache (
  brand_id text primary key,
  identity_version integer not null,
  bundle text,
  stale boolean not null,
  fetched_at text,
  read_id text
);
create table if not exists hub_inbox (
  key text primary key,
  event text not null,
  due_at text not null,
  attempts integer not null default 0,
  done_at text,
  failure text
);
create table if not exists hub_outbox (
  position integer primary key autoincrement,
  event text not null,
  failure text
);
`;

/** Stores on SQLite. If several processes share the file, set `pragma busy_timeout`. */
export function sqliteStores(db: SqliteDatabase): SqlStores {
  const prepared = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  return sqlStores(async (text, values) => {
    const statement = prepared.get(text) ?? db.prepare(text.replace(/\$\d+(::\w+)?/g, "?"));
    prepared.set(text, statement);
    // Some drivers throw on `all` for statements without rows.
    if (/^select|\breturning\b/i.test(text)) return statement.all(...values) as SqlRow[];
    statement.run(...values);
    return [];
  });
}
