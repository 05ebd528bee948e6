import { and, desc, eq, gte, inArray, isNull, like, lt, or } from "drizzle-orm";
import { auditEntries, auditLinks } from "@/db/schema";
import { requireHubAdmin, requireUser } from "@/lib/platform/context";
import { csvLine } from "@/lib/platform/output-text";
import {
  beforeCursor,
  containing,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
  searching,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import type { ExportFormat } from "./actions";
import { checkpointJwk, newestCheckpoints } from "./chain/extend-chains";

export interface AuditQuery extends PageRequest {
  /** A prefix such as `api_key.`, or a whole action. */
  action?: string;
  actorId?: string;
  /** Entries by this person, or about their account. */
  personId?: string;
  search?: string;
  from?: Date;
  until?: Date;
}

/** A brand's log, or the hub's if `brandId` is null. */
interface AuditLog {
  brandId: string | null;
  /** Whether the reader can see client IPs. */
  withClientIps: boolean;
}

export type StoredEntry = typeof auditEntries.$inferSelect;

/** `place` is the approximate location of the client IP. */
export type AuditRecord = StoredEntry & { place: string | null };

/** Newest first. The caller has checked permission. */
export async function readAuditEntries(ctx: Ctx, query: AuditQuery & AuditLog): Promise<Page<AuditRecord>> {
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
        searching(query.search, auditEntries.actorLabel, auditEntries.targetLabel, auditEntries.action),
        beforeCursor(query, auditEntries.createdAt, auditEntries.id),
      ),
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(rowsToRead(query));
  const records = rows.map((row) =>
    query.withClientIps ? { ...row, place: ctx.geoip.of(row.clientIp) } : { ...row, clientIp: null, place: null },
  );
  return cutPage(records, query, (row) => momentCursor(row.createdAt, row.id));
}

const MAX_EXPORTED_ROWS = 50_000;
const ROWS_AT_ONCE = 100;

const lineOf = (entry: AuditRecord): string =>
  csvLine([
    entry.createdAt.toISOString(),
    entry.actorKind,
    entry.actorLabel,
    entry.action,
    entry.targetKind,
    entry.targetLabel,
    entry.diff ? JSON.stringify(entry.diff) : "",
    entry.clientIp ?? "",
  ]);

type Link = typeof auditLinks.$inferSelect;

/** Omits the salt of a hidden IP address: there are few enough to try them all. */
const chainOf = ({ chainId, sequence, previous, hash, digests, salts, tombstones }: Link, withClientIps: boolean) => {
  const { clientIp, ...others } = salts;
  return {
    ...{ id: chainId, sequence, previous, hash, digests, tombstones },
    salts: withClientIps && clientIp !== undefined ? { ...others, clientIp } : others,
  };
};

/** `chain` is null until the entry is chained. */
const jsonLine = (entry: AuditRecord, link: Link | undefined, { withClientIps }: AuditLog): string =>
  `${JSON.stringify({
    id: entry.id,
    time: entry.createdAt.toISOString(),
    brand_id: entry.brandId,
    actor: { kind: entry.actorKind, id: entry.actorId, label: entry.actorLabel },
    action: entry.action,
    target: { kind: entry.targetKind, id: entry.targetId, label: entry.targetLabel },
    difference: entry.diff,
    client_ip: entry.clientIp,
    chain: link ? chainOf(link, withClientIps) : null,
  })}\n`;

async function jsonLines({ db }: Ctx, entries: readonly AuditRecord[], log: AuditLog): Promise<string[]> {
  const ids = entries.map(({ id }) => id);
  const links = ids.length > 0 ? await db.select().from(auditLinks).where(inArray(auditLinks.entryId, ids)) : [];
  const byEntry = new Map(links.map((link) => [link.entryId, link]));
  return entries.map((entry) => jsonLine(entry, byEntry.get(entry.id), log));
}

/** Lets outsiders verify the chain. */
async function proofLines(ctx: Ctx, { brandId }: AuditLog): Promise<string> {
  const lines = (await newestCheckpoints(ctx, brandId)).map((checkpoint) => ({ checkpoint }));
  return [...lines, { key: checkpointJwk(ctx) }].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export type AuditExport = AuditQuery & { format: ExportFormat };

/** Streams a log. Calls `allowed` before each piece, which throws if access has ended. */
export async function* exportAuditEntries(
  ctx: Ctx,
  { allowed, ...query }: AuditExport & { allowed: () => Promise<AuditLog> },
): AsyncGenerator<string> {
  if (query.format === "csv") yield "time,actor_kind,actor,action,target_kind,target,difference,client_ip\r\n";
  let after: string | null = null;
  for (let rows = 0; rows < MAX_EXPORTED_ROWS; rows += ROWS_AT_ONCE) {
    const auditLog = await allowed();
    const page: Page<AuditRecord> = await readAuditEntries(ctx, { ...query, ...auditLog, after, limit: ROWS_AT_ONCE });
    const text = query.format === "csv" ? page.entries.map(lineOf) : await jsonLines(ctx, page.entries, auditLog);
    if (text.length > 0) yield text.join("");
    after = page.next;
    if (after === null) break;
  }
  if (query.format === "jsonl") yield await proofLines(ctx, await allowed());
}

/**
 * Entries by or about the acting user, newest first. Hides the IP addresses of other people, but not those of failed
 * sign-ins.
 */
export async function listOwnActivity(ctx: Ctx, request: PageRequest): Promise<Page<AuditRecord>> {
  const { userId } = requireUser(ctx);
  const page = await readAuditEntries(ctx, { ...request, personId: userId, brandId: null, withClientIps: true });
  const isForeign = ({ actorKind, actorId }: AuditRecord) => actorKind === "user" && actorId !== userId;
  const entries = page.entries.map((entry) => (isForeign(entry) ? { ...entry, clientIp: null, place: null } : entry));
  return { ...page, entries };
}

const LOG: AuditLog = { brandId: null, withClientIps: true };

/** Newest first. @throws Forbidden */
export async function listHubActivity(ctx: Ctx, query: AuditQuery): Promise<Page<AuditRecord>> {
  requireHubAdmin(ctx);
  return readAuditEntries(ctx, { ...query, ...LOG });
}

/** @throws Forbidden */
export async function* exportHubActivity(ctx: Ctx, query: AuditExport): AsyncGenerator<string> {
  requireHubAdmin(ctx);
  yield* exportAuditEntries(ctx, { ...query, allowed: async () => LOG });
}
