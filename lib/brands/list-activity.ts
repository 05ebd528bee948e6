import type { AuditQuery, AuditRecord } from "@/lib/audit";
import { exportAuditEntries, readAuditEntries } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import type { Page } from "@/lib/kernel/paging";
import { requirePermission } from "@/lib/members/server";

export interface ActivityQuery extends AuditQuery {
  brandId: string;
}

/** What happened in the brand, newest first, a page at a time. @throws NotFound for non-members */
export async function listActivity(ctx: Ctx, query: ActivityQuery): Promise<Page<AuditRecord>> {
  await requirePermission(ctx, query.brandId, "read");
  return readAuditEntries(ctx, query);
}

/** The same as CSV, piece by piece, from the first page on. @throws NotFound for non-members */
export async function* exportActivity(ctx: Ctx, query: ActivityQuery): AsyncGenerator<string> {
  await requirePermission(ctx, query.brandId, "read");
  yield* exportAuditEntries(ctx, query);
}
