import { requireHubAdmin, requireUser } from "@/lib/platform/context";
import type { Page, PageRequest } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { type AuditExport, exportAuditEntries } from "./export-entries";
import { type AuditLog, type AuditQuery, type AuditRecord, readAuditEntries } from "./read-entries";

/**
 * What happened to the acting user's own account, by themselves, in their name or to them, newest first. From where somebody else did
 * something to it is not theirs to see; from where somebody failed to sign in to it is.
 */
export async function listOwnActivity(ctx: Ctx, request: PageRequest): Promise<Page<AuditRecord>> {
  const { userId } = requireUser(ctx);
  const page = await readAuditEntries(ctx, { ...request, personId: userId, brandId: null, withClientIps: true });
  const isForeign = ({ actorKind, actorId }: AuditRecord) => actorKind === "user" && actorId !== userId;
  const entries = page.entries.map((entry) => (isForeign(entry) ? { ...entry, clientIp: null, place: null } : entry));
  return { ...page, entries };
}

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
