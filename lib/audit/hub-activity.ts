import { type Ctx, requireHubAdmin } from "@/lib/kernel/context";
import type { Page } from "@/lib/kernel/paging";
import { type AuditExport, exportAuditEntries } from "./export-entries";
import { type AuditLog, type AuditQuery, type AuditRecord, readAuditEntries } from "./read-entries";

const LOG: AuditLog = { brandId: null, withClientIps: true };

/** What happened on the hub outside any brand, newest first, a page at a time. @throws Forbidden unless a hub administrator asks */
export async function listHubActivity(ctx: Ctx, query: AuditQuery): Promise<Page<AuditRecord>> {
  requireHubAdmin(ctx);
  return readAuditEntries(ctx, { ...query, ...LOG });
}

/** The same as a file, piece by piece, from the first page on. @throws Forbidden unless a hub administrator asks */
export async function* exportHubActivity(ctx: Ctx, query: AuditExport): AsyncGenerator<string> {
  requireHubAdmin(ctx);
  yield* exportAuditEntries(ctx, { ...query, allowed: async () => LOG });
}
