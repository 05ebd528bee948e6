// SPDX-License-Identifier: MIT
import { type SqlRow, type SqlStores, type SqlValue, sqlStores } from "./sql-stores.js";

/** What of a driver is used: a `Pool` or `Client` of `pg` has it as it stands, and so have `@neondatabase/serverless` and PGlite. */
export interface PgDatabase {
  query(text: string, values?: SqlValue[]): Promise<{ rows: unknown[] }>;
}

/** The tables, for `query` at the start of the process or in a migration of yours. */
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

/** A child's stores on PostgreSQL. On a client within your own transaction, `pgStores(client).outbox` is the queue that commits with it. */
export const pgStores = (db: PgDatabase): SqlStores =>
  sqlStores(async (text, values) => (await db.query(text, [...values])).rows as SqlRow[]);
