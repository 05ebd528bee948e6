import { type Ctx, requireUser } from "@/lib/kernel/context";
import type { Page, PageRequest } from "@/lib/kernel/paging";
import { type AuditRecord, readAuditEntries } from "./read-entries";

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
