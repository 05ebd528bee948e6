import { inArray } from "drizzle-orm";
import { auditLinks } from "@/db/schema";
import { csvLine } from "@/lib/platform/csv";
import type { Page } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { checkpointJwk, newestCheckpoints } from "./chain/checkpoint";
import type { ExportFormat } from "./export-format";
import { type AuditLog, type AuditQuery, type AuditRecord, readAuditEntries } from "./read-entries";

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

/** How an entry stands in its chain; without the salt of what the reader may not see, since there are few addresses to try. */
const chainOf = ({ chainId, sequence, previous, hash, digests, salts, tombstones }: Link, withClientIps: boolean) => {
  const { clientIp, ...others } = salts;
  return {
    ...{ id: chainId, sequence, previous, hash, digests, tombstones },
    salts: withClientIps && clientIp !== undefined ? { ...others, clientIp } : others,
  };
};

/** One entry as a line of JSON, with its ids and its link; null where it waits to be chained. */
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

/** What an outsider checks the chain against: its newest checkpoints, and the key that signs them. */
async function proofLines(ctx: Ctx, { brandId }: AuditLog): Promise<string> {
  const lines = (await newestCheckpoints(ctx, brandId)).map((checkpoint) => ({ checkpoint }));
  return [...lines, { key: checkpointJwk(ctx) }].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export type AuditExport = AuditQuery & { format: ExportFormat };

/** A log as a file, piece by piece, so that a long one takes little memory. `allowed` gives the log and throws where the reader may not read it; it is asked before each piece. */
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
