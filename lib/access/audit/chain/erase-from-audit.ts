import { and, eq, gte, ilike, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditEntries, auditLinks, auditTombstones } from "@/db/schema";
import { newId } from "@/lib/platform/ids";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../../context";
import { recordAudit } from "../record-audit";
import type { PersonalField } from "./extend-chains";

interface ErasedPerson {
  userId: string;
  /** Current and former emails. */
  emails: readonly string[];
  pseudonym: string;
  reason: string;
}

/** Larger updates exceed the pool's timeout. */
const BATCH = 2_000;

type Values = Partial<Pick<typeof auditEntries.$inferInsert, PersonalField>>;

/** Removes the salt too, so that guesses at the old value can't be tested. */
async function eraseField(
  { db }: Ctx,
  { field, value, where, tombstone }: { field: PersonalField; value: string | null; where?: SQL; tombstone: string },
): Promise<void> {
  // A tick that is chaining these entries holds their locks until the links exist.
  const rows = await db.select({ id: auditEntries.id }).from(auditEntries).where(where).for("update");
  const values: Values = { [field]: value };
  for (let from = 0; from < rows.length; from += BATCH) {
    const ids = sql.param(rows.slice(from, from + BATCH).map(({ id }) => id));
    await db.update(auditEntries).set(values).where(sql`${auditEntries.id} = any(${ids}::uuid[])`);
    await db
      .update(auditLinks)
      .set({
        salts: sql`${auditLinks.salts} - ${field}::text`,
        tombstones: sql`${auditLinks.tombstones} || jsonb_build_object(${field}::text, ${tombstone}::text)`,
      })
      .where(sql`${auditLinks.entryId} = any(${ids}::uuid[])`);
  }
}

/** Matches a whole email, not a longer one that contains it. */
function mentions(email: string): SQL | undefined {
  const text = sql`${auditEntries.diff}::text`;
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // JSON escapes a preceding line break as a backslash and a letter.
  const pattern = `(^|[^\\w.%+-]|\\\\[bfnrt]|\\\\u[0-9a-f]{4})${literal}(?![\\w-]|\\.\\w)`;
  return and(ilike(text, containing(email)), sql`${text} ~* ${pattern}`);
}

/**
 * Pseudonymises a person in the log, in the caller's transaction, and removes their IP addresses and values that name
 * them. Chains stay valid: a tombstone records it.
 */
export async function erasePersonFromAudit(ctx: Ctx, person: ErasedPerson): Promise<void> {
  const { userId, emails, pseudonym, reason } = person;
  const tombstone = newId();
  const actor = ctx.actor.kind === "user" ? ctx.actor.userId : "Brand Identity Hub";
  await ctx.db.insert(auditTombstones).values({ id: tombstone, kind: "erasure", actor, reason, createdAt: ctx.now });
  await recordAudit(ctx, {
    brandId: null,
    action: "audit.person_forgotten",
    target: { kind: "tombstone", id: tombstone, label: pseudonym },
  });
  await ctx.db.execute(sql`select set_config('hub.audit_change', 'erasure', true)`);
  const acting = and(eq(auditEntries.actorKind, "user"), eq(auditEntries.actorId, userId));
  const about = or(eq(auditEntries.targetId, userId), inArray(auditEntries.targetLabel, [...emails]));
  const guessed = and(eq(auditEntries.actorKind, "system"), about);
  const mentioning = or(...emails.map(mentions));
  // Devices and programs, whose names the person chose.
  const things = and(acting, inArray(auditEntries.targetKind, ["passkey", "session", "sessions"]));
  const own = { tombstone };
  await eraseField(ctx, {
    ...own,
    field: "diff",
    value: null,
    where: and(isNotNull(auditEntries.diff), or(about, things, mentioning)),
  });
  await eraseField(ctx, {
    ...own,
    field: "clientIp",
    value: null,
    where: and(isNotNull(auditEntries.clientIp), or(acting, guessed)),
  });
  await eraseField(ctx, { ...own, field: "actorLabel", value: pseudonym, where: acting });
  await eraseField(ctx, { ...own, field: "targetLabel", value: pseudonym, where: or(about, things) });
  await ctx.db.execute(sql`select set_config('hub.audit_change', '', true)`);
}

const DAY_MS = 24 * 60 * 60_000;

/** One tombstone and one audit entry per day. */
async function tombstoneOfToday(ctx: Ctx, { before, days }: { before: Date; days: number }): Promise<string> {
  const reason = `IP addresses are kept for ${days} days.`;
  const today = new Date(Math.floor(ctx.now.getTime() / DAY_MS) * DAY_MS);
  const same = and(
    eq(auditTombstones.kind, "erasure"),
    eq(auditTombstones.reason, reason),
    gte(auditTombstones.createdAt, today),
  );
  const [known] = await ctx.db.select({ id: auditTombstones.id }).from(auditTombstones).where(same).limit(1);
  if (known) return known.id;
  const id = newId();
  const row = { id, kind: "erasure", actor: "Brand Identity Hub", reason, createdAt: ctx.now } as const;
  await ctx.db.insert(auditTombstones).values(row);
  const target = { kind: "tombstone", id, label: `IP addresses from before ${before.toISOString().slice(0, 10)}` };
  await recordAudit(ctx, { brandId: null, action: "audit.addresses_forgotten", target });
  return id;
}

/** Removes IP addresses of old entries, up to `atMost`, and returns their number. Chains stay valid. */
export async function eraseClientIps(
  ctx: Ctx,
  { before, atMost, days }: { before: Date; atMost: number; days: number },
): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    ctx.db,
    sql`
    select id from audit_entries where address is not null and created_at < ${before.toISOString()}::timestamptz
    order by created_at limit ${atMost} for update skip locked`,
  );
  if (rows.length === 0) return 0;
  const tombstone = await tombstoneOfToday(ctx, { before, days });
  const ids = rows.map(({ id }) => id);
  await ctx.db.execute(sql`select set_config('hub.audit_change', 'erasure', true)`);
  await eraseField(ctx, { field: "clientIp", value: null, tombstone, where: inArray(auditEntries.id, ids) });
  await ctx.db.execute(sql`select set_config('hub.audit_change', '', true)`);
  return rows.length;
}
