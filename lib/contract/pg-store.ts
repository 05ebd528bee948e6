// SPDX-License-Identifier: MIT
import { type SqlRow, type SqlStores, type SqlValue, sqlStores } from "./sql-stores.js";

/** The driver methods used. `Pool` and `Client` of `pg`, `@neondatabase/serverless` and PGlite match it. */
export interface PgDatabase {
  query(text: string, values?: SqlValue[]): Promise<{ rows: unknown[] }>;
}

/** Creates the tables. Run it at process start or in a migration. */
export const PG_TABLES = `
create table if not exists brand_cache (
  brand_id uuid primary key,
  identity_version integer not null,
  bundle jsonb,
  stale boolean not null,
  fetched_at timestamptz,
  read_id text
);
create table if not exists hub_inbox (
  key text primary key,
  event jsonb not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  done_at timestamptz,
  failure text
);
create table if not exists hub_outbox (
  position bigint generated always as identity primary key,
  event jsonb not null,
  failure text
);
`;

/** Stores on PostgreSQL. With a client in a transaction, `pgStores(client).outbox` commits with it. */
export const pgStores = (db: PgDatabase): SqlStores =>
  sqlStores(async (text, values) => (await db.query(text, [...values])).rows as SqlRow[]);
