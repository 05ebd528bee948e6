import { and, desc, eq, gte, ilike, isNull, like, lt, or } from "drizzle-orm";
import { auditEntries } from "@/db/schema";
import {
  beforeCursor,
  containing,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";

export interface AuditQuery extends PageRequest {
  /** What the action begins with: `api_key.` for all of a kind, or a whole action. */
  action?: string;
  actorId?: string;
  /** Somebody who acted, or to whose account something was done. */
  personId?: string;
  /** Part of an actor's, a target's or an action's name. */
  search?: string;
  from?: Date;
  until?: Date;
}

/** One log: a brand's, or with null the hub's, whose entries belong to no brand. */
export interface AuditLog {
  brandId: string | null;
  /** Whether whoever asks may see from where somebody acted; without, `clientIp` is null. */
  withClientIps: boolean;
}

export type StoredEntry = typeof auditEntries.$inferSelect;

/** An entry as it is read; `place` is about where its IP address is, if the hub knows. */
export type AuditRecord = StoredEntry & { place: string | null };

/** Entries of one log, newest first. Whoever calls has asked permission: the log's own domain knows no members. */
export async function readAuditEntries(ctx: Ctx, query: AuditQuery & AuditLog): Promise<Page<AuditRecord>> {
  const pattern = query.search ? containing(query.search) : null;
  const rows = await ctx.db
    .select()
    .from(auditEntries)
    .where(
      and(
        query.brandId === null ? isNull(auditEntries.brandId) : eq(auditEntries.brandId, query.brandId),
        query.action ? like(auditEntries.action, containing(query.action).slice(1)) : undefined,
        query.actorId ? eq(auditEntries.actorId, query.actorId) : undefined,
        query.personId
          ? or(
              eq(auditEntries.actorId, query.personId),
              and(eq(auditEntries.targetKind, "user"), eq(auditEntries.targetId, query.personId)),
            )
          : undefined,
        query.from ? gte(auditEntries.createdAt, query.from) : undefined,
        query.until ? lt(auditEntries.createdAt, query.until) : undefined,
        pattern
          ? or(
              ilike(auditEntries.actorLabel, pattern),
              ilike(auditEntries.targetLabel, pattern),
              ilike(auditEntries.action, pattern),
            )
          : undefined,
        beforeCursor(query, auditEntries.createdAt, auditEntries.id),
      ),
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(rowsToRead(query));
  return cutPage(
    rows,
    query,
    (row) => momentCursor(row.createdAt, row.id),
    (row) =>
      query.withClientIps ? { ...row, place: ctx.places.of(row.clientIp) } : { ...row, clientIp: null, place: null },
  );
}
