import { type Ctx, requireHubAdmin } from "@/lib/kernel/context";
import type { Page } from "@/lib/kernel/paging";
import { type AuditQuery, type AuditRecord, exportAuditEntries, readAuditEntries } from "./read-entries";

/** What happened on the hub outside any brand, newest first, a page at a time. @throws Forbidden unless a hub administrator asks */
export async function listHubActivity(ctx: Ctx, query: AuditQuery): Promise<Page<AuditRecord>> {
  requireHubAdmin(ctx);
  return readAuditEntries(ctx, { ...query, brandId: null });
}

/** The same as CSV, piece by piece, from the first page on. @throws Forbidden unless a hub administrator asks */
export async function* exportHubActivity(ctx: Ctx, query: AuditQuery): AsyncGenerator<string> {
  requireHubAdmin(ctx);
  yield* exportAuditEntries(ctx, { ...query, brandId: null });
}
