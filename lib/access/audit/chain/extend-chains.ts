import { createHash, createHmac, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditChains, auditCheckpoints, auditEntries, auditLinks } from "@/db/schema";
import { atPresent, inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { currentSigningKey, signingKeys } from "@/lib/platform/signing-key";
import type { Ctx } from "../../context";
import type { StoredEntry } from "../export-entries";

/** These can be erased, so the chain holds only their salted digests. */
export const PERSONAL_FIELDS = ["actorLabel", "targetLabel", "clientIp", "diff"] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];
type ByField = Record<string, string>;

export const NOTHING_BEFORE = "0".repeat(64);

/** Sorts keys, because the database doesn't keep their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** One salt per field, so erasing one field leaves the others verifiable. */
const newSalts = (): ByField =>
  Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, randomBytes(32).toString("hex")]));

/** HMAC-SHA-256 of a field under its salt. Without the salt, guesses can't be tested. */
export const digestOf = (entry: StoredEntry, field: PersonalField, salt: string): string =>
  createHmac("sha256", Buffer.from(salt, "hex")).update(canonical(entry[field])).digest("hex");

const digestsOf = (entry: StoredEntry, salts: ByField): ByField =>
  Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, digestOf(entry, field, salts[field] ?? "")]));

interface Link {
  sequence: number;
  previous: string;
  entry: StoredEntry;
  digests: ByField;
}

/** SHA-256 over the previous hash, the plain fields, and the digests of personal fields. */
export function linkHash({ sequence, previous, entry, digests }: Link): string {
  const { brandId, id, createdAt, actorKind, actorId, action, targetKind, targetId } = entry;
  const open = [brandId, id, createdAt.toISOString(), actorKind, actorId, action, targetKind, targetId];
  const text = JSON.stringify([1, sequence, previous, ...open, ...PERSONAL_FIELDS.map((field) => digests[field])]);
  return createHash("sha256").update(text).digest("hex");
}

const BATCH = 200;
const CHAINS_AT_ONCE = 20;
/** Bounds the time of one tick. */
const ROUNDS = 50;
/** A checkpoint is due after this many entries, or a day. */
const ENTRIES_BETWEEN = 1_000;
const BETWEEN_MS = 24 * 60 * 60_000;

type Chain = typeof auditChains.$inferSelect;

/** Brands (null for the hub) with unchained entries or a due checkpoint. */
async function dueChains({ db, now }: Ctx, keyId: string): Promise<(string | null)[]> {
  const dayAgo = new Date(now.getTime() - BETWEEN_MS).toISOString();
  const rows = await rowsOf<{ brand_id: string | null }>(
    db,
    sql`
    select brand_id from (select brand_id from audit_entries where not chained limit 5000) as waiting
    union
    select brand_id from audit_chains
    where head_sequence > 0 and (checkpoint_key is distinct from ${keyId}
      or head_sequence > checkpoint_sequence and checkpoint_at <= ${dayAgo}::timestamptz)
    limit ${CHAINS_AT_ONCE}`,
  );
  return rows.map(({ brand_id }) => brand_id);
}

/** Returns null if another process has it. */
export async function lockChain({ db }: Ctx, brandId: string | null): Promise<Chain | null> {
  const own = brandId === null ? isNull(auditChains.brandId) : eq(auditChains.brandId, brandId);
  await db
    .insert(auditChains)
    .values({ id: newId(), brandId, headSequence: 0, headHash: NOTHING_BEFORE, checkpointSequence: 0 })
    .onConflictDoNothing();
  const [chain] = await db.select().from(auditChains).where(own).for("update", { skipLocked: true });
  return chain ?? null;
}

/** Leaves entries that an erasure has locked to the next batch. */
async function link({ db }: Ctx, chain: Chain): Promise<Pick<Chain, "headSequence" | "headHash">> {
  const own = chain.brandId === null ? isNull(auditEntries.brandId) : eq(auditEntries.brandId, chain.brandId);
  const entries = await db
    .select()
    .from(auditEntries)
    .where(and(own, sql`not ${auditEntries.chained}`))
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
    .limit(BATCH)
    .for("update", { skipLocked: true });
  let { headSequence: sequence, headHash: previous } = chain;
  const links = entries.map((entry) => {
    const salts = newSalts();
    const digests = digestsOf(entry, salts);
    sequence += 1;
    const hash = linkHash({ sequence, previous, entry, digests });
    const row = { chainId: chain.id, sequence, entryId: entry.id, previous, hash, digests, salts };
    previous = hash;
    return row;
  });
  if (links.length > 0) {
    await db.insert(auditLinks).values(links);
    const ids = links.map(({ entryId }) => entryId);
    await db.update(auditEntries).set({ chained: true }).where(inArray(auditEntries.id, ids));
  }
  return { headSequence: sequence, headHash: previous };
}

function needsCheckpoint({ now }: Ctx, chain: Chain, head: number, keyId: string): boolean {
  if (head === 0) return false;
  if (chain.checkpointKey !== keyId || !chain.checkpointAt) return true;
  const since = head - chain.checkpointSequence;
  return since >= ENTRIES_BETWEEN || (since > 0 && now.getTime() - chain.checkpointAt.getTime() >= BETWEEN_MS);
}

/** Returns false if another process is doing it. */
async function extendChain(tx: Ctx, brandId: string | null): Promise<boolean> {
  const chain = await lockChain(tx, brandId);
  if (!chain) return false;
  const keyId = checkpointKeyId(tx);
  const head = await link(tx, chain);
  const changed: Partial<Chain> = { ...head };
  if (needsCheckpoint(tx, chain, head.headSequence, keyId)) {
    const said = { chain: chain.id, brand_id: brandId, sequence: head.headSequence, hash: head.headHash };
    const token = signCheckpoint(tx, { ...said, at: tx.now.toISOString() });
    const row = { chainId: chain.id, sequence: head.headSequence, keyId, token, createdAt: tx.now };
    await tx.db.insert(auditCheckpoints).values(row).onConflictDoNothing();
    Object.assign(changed, { checkpointSequence: head.headSequence, checkpointKey: keyId, checkpointAt: tx.now });
  }
  await tx.db.update(auditChains).set(changed).where(eq(auditChains.id, chain.id));
  return head.headSequence > chain.headSequence || changed.checkpointKey !== undefined;
}

/**
 * Chains new entries and signs due checkpoints. Ticks can overlap, on any number of machines
 * (docs/adr/0023-audit-chain.md).
 */
export async function runAuditTick(ctx: Ctx): Promise<{ chains: number }> {
  let chains = 0;
  const present = await atPresent(ctx);
  const keyId = checkpointKeyId(present);
  for (let round = 0; round < ROUNDS; round += 1) {
    let extended = 0;
    for (const brandId of await dueChains(present, keyId))
      if (await inTransaction(present, (tx) => extendChain(tx, brandId))) extended += 1;
    if (extended === 0) break;
    chains += extended;
  }
  return { chains };
}

export interface Checkpoint {
  chain: string;
  brand_id: string | null;
  sequence: number;
  hash: string;
  at: string;
}

const TYPE = "hub-audit-checkpoint";

const PURPOSE = "hub audit checkpoints";

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const checkpointKeyId = (ctx: Pick<Ctx, "secrets">): string => currentSigningKey(ctx, PURPOSE).id;

export function checkpointJwk(ctx: Pick<Ctx, "secrets">) {
  const { id, jwk } = currentSigningKey(ctx, PURPOSE);
  return { ...jwk, kid: id, alg: "EdDSA", use: "sig" };
}

function signCheckpoint(ctx: Pick<Ctx, "secrets">, checkpoint: Checkpoint): string {
  const { id, secret } = currentSigningKey(ctx, PURPOSE);
  const signed = `${base64url({ alg: "EdDSA", typ: TYPE, kid: id })}.${base64url(checkpoint)}`;
  return `${signed}.${sign(null, Buffer.from(signed), secret).toString("base64url")}`;
}

/** `known` is false if its key is no longer configured. Returns null if it is forged. */
export function readCheckpoint(
  ctx: Pick<Ctx, "secrets">,
  token: string,
): { checkpoint: Checkpoint; known: boolean } | null {
  try {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const { kid, alg, typ } = JSON.parse(Buffer.from(header, "base64url").toString());
    const checkpoint: Checkpoint = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (alg !== "EdDSA" || typ !== TYPE) return null;
    const key = signingKeys(ctx, PURPOSE).find(({ id }) => id === kid);
    if (!key) return { checkpoint, known: false };
    const signed = Buffer.from(`${header}.${payload}`);
    const valid = verify(null, signed, createPublicKey(key.secret), Buffer.from(signature, "base64url"));
    return valid ? { checkpoint, known: true } : null;
  } catch {
    return null;
  }
}

const NEWEST = 400;

/** The caller has checked permission. */
export async function newestCheckpoints({ db }: Ctx, brandId: string | null): Promise<string[]> {
  const rows = await db
    .select({ token: auditCheckpoints.token })
    .from(auditCheckpoints)
    .innerJoin(auditChains, eq(auditChains.id, auditCheckpoints.chainId))
    .where(brandId === null ? isNull(auditChains.brandId) : eq(auditChains.brandId, brandId))
    .orderBy(desc(auditCheckpoints.sequence))
    .limit(NEWEST);
  return rows.map(({ token }) => token);
}
