import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";

export interface TableSize {
  name: string;
  rows: number;
  mb: number;
}

export async function tableSizes(db: Database): Promise<TableSize[]> {
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`,
  );
  const sizes: TableSize[] = [];
  for (const { name } of names) {
    const [row] = await rowsOf<{ rows: number; bytes: string }>(
      db,
      sql`select (select count(*)::int from ${sql.identifier(name)}) as rows, pg_total_relation_size(${name}::regclass) as bytes`,
    );
    sizes.push({ name, rows: row?.rows ?? 0, mb: Number(row?.bytes ?? 0) / 1_000_000 });
  }
  return sizes;
}

/** Tables that grow under load, with what bounds each. No other table should grow. */
export const GROWTH: Readonly<Record<string, string>> = {
  api_requests: "RETENTION_REQUESTS_DAYS",
  audit_chain_heads: "brands",
  audit_chains: "the activity log",
  audit_checkpoints: "the activity log",
  audit_entries: "RETENTION_AUDIT_DAYS",
  audit_links: "RETENTION_AUDIT_DAYS",
  brand_versions: "versionsPerDay; kept with the brand",
  child_context_deliveries: "what is published and sent; RETENTION_PAYLOADS_DAYS blanks it",
  child_reads: "tools × brands",
  delivery_attempts: "12 of each delivery; RETENTION_PAYLOADS_DAYS blanks them",
  drafts: "people × brands",
  events: "what tools send; RETENTION_PAYLOADS_DAYS blanks it",
  files: "BRAND_QUOTAS; unused ones are removed",
  sessions: "RETENTION_ADDRESSES_DAYS after their end",
  slow_receivers: "tools × hosts",
  spent_tokens: "their own minutes",
  usage_counters: "credentials × hours of RETENTION_USAGE_DAYS",
  version_records: "one of each version",
};
