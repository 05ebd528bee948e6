// SPDX-License-Identifier: MIT
import { type SqlRow, type SqlStores, sqlStores } from "./sql-stores.js";

/** What of a driver is used: `better-sqlite3`, `node:sqlite` and `bun:sqlite` have it as it stands. */
export interface SqliteDatabase {
  prepare(text: string): {
    // biome-ignore lint/suspicious/noExplicitAny: the drivers' own types agree on nothing narrower. Only SqlValue is ever bound.
    all(...values: any[]): unknown[];
    // biome-ignore lint/suspicious/noExplicitAny: as above
    run(...values: any[]): unknown;
  };
}

/** The tables, for `db.exec` at the start of the process or in a migration of yours. SQLite 3.35 or later. */
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

/** A child's stores on SQLite. Where several processes share the file, set `pragma busy_timeout` so that they wait for one another. */
export function sqliteStores(db: SqliteDatabase): SqlStores {
  const prepared = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  return sqlStores(async (text, values) => {
    const statement = prepared.get(text) ?? db.prepare(text.replace(/\$\d+(::\w+)?/g, "?"));
    prepared.set(text, statement);
    // Some drivers refuse to ask for rows where a statement gives none.
    if (/^select|\breturning\b/i.test(text)) return statement.all(...values) as SqlRow[];
    statement.run(...values);
    return [];
  });
}
