import { type AuditExport, type AuditQuery, type AuditRecord, may, type QuotaUse } from "@/lib/access";
import { exportAuditEntries, readAuditEntries, readBrandUse, requirePermission } from "@/lib/access/server";
import type { Page } from "@/lib/platform/paging";
import type { Ctx } from "./context";

/** How much of each quota the brand has used. @throws NotFound when the user is no member */
export async function readBrandQuotas(ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> {
  await requirePermission(ctx, brandId, "read");
  return readBrandUse(ctx, { brandId });
}

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
