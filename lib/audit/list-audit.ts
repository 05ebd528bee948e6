import { and, desc, eq, gte, ilike, lt, or } from "drizzle-orm";
import { auditEntries } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import {
  beforeCursor,
  containing,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/kernel/paging";

export interface AuditQuery extends PageRequest {
  /** Exactly this action, or with a trailing `.` all of its kind: `api_key.`. */
  action?: string;
  actorId?: string;
  /** Part of an actor's, a target's or an action's name. */
  search?: string;
  from?: Date;
  until?: Date;
}

export type AuditRecord = typeof auditEntries.$inferSelect;

/** Entries of one brand's log, newest first. The caller has asked permission: the log's own domain knows no members. */
export async function readAuditEntries(ctx: Ctx, brandId: string, query: AuditQuery): Promise<Page<AuditRecord>> {
  const pattern = query.search ? containing(query.search) : null;
  const kind = query.action?.endsWith(".")
    ? ilike(auditEntries.action, `${query.action.replaceAll(/[\\%_]/g, "\\$&")}%`)
    : undefined;
  const rows = await ctx.db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.brandId, brandId),
        kind ?? (query.action ? eq(auditEntries.action, query.action) : undefined),
        query.actorId ? eq(auditEntries.actorId, query.actorId) : undefined,
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
    (row) => row,
  );
}
