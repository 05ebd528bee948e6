import type { AuditQuery, AuditRecord } from "@/lib/audit";
import { readAuditEntries } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import type { Page } from "@/lib/kernel/paging";
import { requirePermission } from "@/lib/members/server";

/** Rows that one export holds at most. */
export const MAX_EXPORTED_ROWS = 50_000;

export interface ActivityQuery extends AuditQuery {
  brandId: string;
}

/** What happened in the brand, newest first, a page at a time. @throws NotFound for non-members */
export async function listActivity(ctx: Ctx, { brandId, ...query }: ActivityQuery): Promise<Page<AuditRecord>> {
  await requirePermission(ctx, brandId, "read");
  return readAuditEntries(ctx, brandId, query);
}

/** A spreadsheet takes a cell that starts so for a formula: a quote in front keeps it text. */
const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** One activity entry as a CSV line (RFC 4180). */
const csvLine = (entry: AuditRecord): string =>
  [
    entry.createdAt.toISOString(),
    entry.actorKind,
    entry.actorLabel,
    entry.action,
    entry.targetKind,
    entry.targetLabel,
    entry.diff ? JSON.stringify(entry.diff) : "",
    entry.address ?? "",
  ]
    .map(cell)
    .join(",");

/** The brand's activity as CSV, piece by piece, so that a long log takes little memory. @throws NotFound for non-members */
export async function* exportActivity(ctx: Ctx, { brandId, ...query }: ActivityQuery): AsyncGenerator<string> {
  await requirePermission(ctx, brandId, "read");
  yield "time,actor_kind,actor,action,target_kind,target,difference,address\r\n";
  let after: string | null = null;
  for (let rows = 0; rows < MAX_EXPORTED_ROWS; rows += 100) {
    const page: Page<AuditRecord> = await readAuditEntries(ctx, brandId, { ...query, after, limit: 100 });
    if (page.entries.length > 0) yield `${page.entries.map(csvLine).join("\r\n")}\r\n`;
    after = page.next;
    if (after === null) return;
  }
}
