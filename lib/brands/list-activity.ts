import type { AuditExport, AuditQuery, AuditRecord } from "@/lib/audit";
import { exportAuditEntries, readAuditEntries } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import type { Page } from "@/lib/kernel/paging";
import { may } from "@/lib/members";
import { requirePermission } from "@/lib/members/server";

/** From where somebody acted is for those who manage the brand. */
async function logOf(ctx: Ctx, brandId: string) {
  const { role } = await requirePermission(ctx, brandId, "read");
  return { brandId, withClientIps: may(role, "manage") };
}

/** What happened in the brand, newest first, a page at a time. @throws NotFound for non-members */
export async function listActivity(ctx: Ctx, query: AuditQuery & { brandId: string }): Promise<Page<AuditRecord>> {
  return readAuditEntries(ctx, { ...query, ...(await logOf(ctx, query.brandId)) });
}

/** The same as a file, piece by piece, from the first page on. @throws NotFound for non-members */
export async function* exportActivity(ctx: Ctx, query: AuditExport & { brandId: string }): AsyncGenerator<string> {
  yield* exportAuditEntries(ctx, { ...query, allowed: () => logOf(ctx, query.brandId) });
}
