import { and, asc, eq, gt, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditChains, auditCheckpoints, auditEntries, auditLinks, auditTombstones, brandDeletions } from "@/db/schema";
import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../../context";
import { type Checkpoint, digestOf, linkHash, NOTHING_BEFORE, PERSONAL_FIELDS, readCheckpoint } from "./extend-chains";

const PAGE = 500;

/**
 * `gap`: missing links. `changed`: an altered entry. `removed`: a deleted entry. `cut`: the end is missing.
 * `signature`: an invalid checkpoint.
 */
export interface AuditProblem {
  kind: "gap" | "changed" | "removed" | "cut" | "signature";
  brandId: string | null;
  sequence: number | null;
}

export interface AuditVerification {
  chains: number;
  entries: number;
  erased: number;
  /** Oldest entries dropped with a tombstone. */
  dropped: number;
  deletedLogs: number;
  /** Not yet chained, at most from the last few minutes. */
  waiting: number;
  /** Signed by a configured key. */
  checkpoints: number;
  /** Of keys no longer configured: compared, but not verified. */
  ofOtherKeys: number;
  problems: AuditProblem[];
}

type Chain = typeof auditChains.$inferSelect;
type Row = { link: typeof auditLinks.$inferSelect; entry: typeof auditEntries.$inferSelect | null };

const isIntact = ({ link, entry }: Row, erasures: ReadonlySet<string>): boolean => {
  if (!entry || linkHash({ ...link, entry }) !== link.hash) return false;
  return PERSONAL_FIELDS.every((field) => {
    const salt = link.salts[field];
    if (salt !== undefined) return digestOf(entry, field, salt) === link.digests[field];
    return erasures.has(link.tombstones[field] ?? "");
  });
};

async function verifyChain(
  { db }: Ctx,
  { chain, checkpoints, erasures }: { chain: Chain; checkpoints: readonly Checkpoint[]; erasures: ReadonlySet<string> },
  report: AuditVerification,
): Promise<void> {
  const addProblem = (kind: AuditProblem["kind"], sequence: number | null) =>
    report.problems.push({ kind, brandId: chain.brandId, sequence });
  const [dropped] = await db
    .select({ upTo: sql<number>`coalesce(max(${auditTombstones.upTo}), 0)::int` })
    .from(auditTombstones)
    .where(and(eq(auditTombstones.kind, "retention"), eq(auditTombstones.chainId, chain.id)));
  const start = dropped?.upTo ?? 0;
  const heads = new Map<number, string>();
  for (const { sequence, hash } of checkpoints) {
    if ((heads.get(sequence) ?? hash) !== hash) addProblem("changed", sequence);
    heads.set(sequence, hash);
  }
  // Entries are dropped up to a checkpoint, so the chain must start at a signed one.
  if (start > 0 && !heads.has(start)) addProblem("gap", start);
  let last = start;
  let previous = start === 0 ? NOTHING_BEFORE : heads.get(start);
  for (;;) {
    const rows: Row[] = await db
      .select({ link: auditLinks, entry: auditEntries })
      .from(auditLinks)
      .leftJoin(auditEntries, eq(auditEntries.id, auditLinks.entryId))
      .where(and(eq(auditLinks.chainId, chain.id), gt(auditLinks.sequence, last)))
      .orderBy(asc(auditLinks.sequence))
      .limit(PAGE);
    for (const row of rows) {
      const { sequence, hash } = row.link;
      if (sequence !== last + 1) addProblem("gap", last + 1);
      else if (previous !== undefined && row.link.previous !== previous) addProblem("changed", sequence);
      if (!row.entry) addProblem("removed", sequence);
      else if (!isIntact(row, erasures)) addProblem("changed", sequence);
      if ((heads.get(sequence) ?? hash) !== hash) addProblem("changed", sequence);
      report.erased += Object.keys(row.link.tombstones).length;
      last = sequence;
      previous = hash;
    }
    report.entries += rows.length;
    if (rows.length < PAGE) break;
  }
  report.dropped += start;
  const end = Math.max(chain.headSequence, ...heads.keys());
  if (end > last) addProblem("cut", last + 1);
  else if (previous !== undefined && chain.headHash !== previous) addProblem("changed", last);
}

/** Reports forged ones. `external` are checkpoints kept elsewhere. */
async function readCheckpoints(ctx: Ctx, external: readonly string[], report: AuditVerification) {
  const rows = await ctx.db.select().from(auditCheckpoints).orderBy(asc(auditCheckpoints.createdAt));
  const byChain = new Map<string, Checkpoint[]>();
  for (const token of new Set([...rows.map((row) => row.token), ...external])) {
    const read = readCheckpoint(ctx, token);
    if (!read) {
      report.problems.push({ kind: "signature", brandId: null, sequence: null });
      continue;
    }
    if (read.known) report.checkpoints += 1;
    else report.ofOtherKeys += 1;
    byChain.set(read.checkpoint.chain, [...(byChain.get(read.checkpoint.chain) ?? []), read.checkpoint]);
  }
  const newest = new Map(rows.map((row) => [row.chainId, row.token]));
  const unverified = [...newest].filter(([, token]) => readCheckpoint(ctx, token)?.known === false);
  return { byChain, unverified: new Set(unverified.map(([chainId]) => chainId)) };
}

/** Deleted brands, whose entries may be missing. */
async function readDeletions({ db, now }: Ctx, report: AuditVerification) {
  const rows = await db
    .select({ chainId: auditTombstones.goneChainId, brandId: auditChains.brandId, dueAt: brandDeletions.dueAt })
    .from(auditTombstones)
    .leftJoin(auditChains, eq(auditChains.id, auditTombstones.goneChainId))
    .leftJoin(brandDeletions, eq(brandDeletions.brandId, auditChains.brandId))
    .where(eq(auditTombstones.kind, "deletion"));
  report.deletedLogs = rows.length;
  const underWay = rows.filter(({ dueAt }) => dueAt !== null && dueAt <= now);
  return {
    chains: new Set(rows.map(({ chainId }) => chainId)),
    brands: new Set(underWay.map(({ brandId }) => brandId)),
  };
}

/** Chained entries without a link. */
async function findUnlinked({ db }: Ctx, deleted: ReadonlySet<string | null>): Promise<AuditProblem[]> {
  const rows = await rowsOf<{ brand_id: string | null }>(
    db,
    sql`select distinct brand_id from audit_entries e
        where chained and not exists (select 1 from audit_links l where l.entry_id = e.id)`,
  );
  const missing = rows.filter(({ brand_id }) => brand_id === null || !deleted.has(brand_id));
  return missing.map(({ brand_id }) => ({ kind: "gap", brandId: brand_id, sequence: null }));
}

/**
 * Verifies every chain against its entries and checkpoints, in one snapshot.
 * @throws Forbidden unless a command or a hub administrator calls
 */
export async function verifyAudit(
  ctx: Ctx,
  { external = [] }: { external?: readonly string[] } = {},
): Promise<AuditVerification> {
  if (ctx.actor.kind !== "system") requireHubAdmin(ctx);
  return ctx.db.transaction(
    async (tx) => {
      const within = { ...ctx, db: tx };
      const waiting = await tx.$count(auditEntries, eq(auditEntries.chained, false));
      const report: AuditVerification = {
        ...{ chains: 0, entries: 0, erased: 0, dropped: 0, deletedLogs: 0, waiting, checkpoints: 0, ofOtherKeys: 0 },
        problems: [],
      };
      const { byChain, unverified } = await readCheckpoints(within, external, report);
      const tombstones = await tx
        .select({ id: auditTombstones.id })
        .from(auditTombstones)
        .where(eq(auditTombstones.kind, "erasure"));
      const erasures = new Set(tombstones.map(({ id }) => id));
      const chains = await tx.select().from(auditChains);
      report.chains = chains.length;
      const deleted = await readDeletions(within, report);
      for (const chain of chains) {
        if (chain.brandId !== null && deleted.brands.has(chain.brandId)) continue;
        await verifyChain(within, { chain, checkpoints: byChain.get(chain.id) ?? [], erasures }, report);
        if (unverified.has(chain.id))
          report.problems.push({ kind: "signature", brandId: chain.brandId, sequence: chain.checkpointSequence });
      }
      const known = new Set(chains.map(({ id }) => id));
      for (const [id, [checkpoint]] of byChain)
        if (!known.has(id) && !deleted.chains.has(id))
          report.problems.push({ kind: "cut", brandId: checkpoint?.brand_id ?? null, sequence: 1 });
      report.problems.push(...(await findUnlinked(within, deleted.brands)));
      return report;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
