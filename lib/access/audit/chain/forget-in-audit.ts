import { and, eq, gte, ilike, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditEntries, auditLinks, auditTombstones } from "@/db/schema";
import { newId } from "@/lib/platform/ids";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../../context";
import { recordAudit } from "../record-audit";
import type { PersonalField } from "./extend-chains";

/** What the audit log knows a person by, and by what it is to know them from now on. */
interface ForgottenPerson {
  userId: string;
  /** Their present one, and former ones of theirs. */
  emails: readonly string[];
  /** As "Deleted member 7". */
  pseudonym: string;
  reason: string;
}

/** Entries that one statement changes: the pool gives up on one that takes long. */
const BATCH = 2_000;

type Values = Partial<Pick<typeof auditEntries.$inferInsert, PersonalField>>;

/** Replaces a field where the condition holds, and takes its salt away, so that nobody can try who it was. */
async function eraseField(
  { db }: Ctx,
  { field, value, where, tombstone }: { field: PersonalField; value: string | null; where?: SQL; tombstone: string },
): Promise<void> {
  // First the entries' locks, which a tick may hold that chains them: its links are there once they are given.
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

/** A diff with the email in it, by itself: not one that only ends or begins with it, which is somebody else's. */
function naming(email: string): SQL | undefined {
  const text = sql`${auditEntries.diff}::text`;
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // In JSON a line break before it is a backslash and a letter.
  const pattern = `(^|[^\\w.%+-]|\\\\[bfnrt]|\\\\u[0-9a-f]{4})${literal}(?![\\w-]|\\.\\w)`;
  return and(ilike(text, containing(email)), sql`${text} ~* ${pattern}`);
}

/**
 * Has the audit log forget a person, in the caller's transaction: a pseudonym for their name and email, no address, no values that name them.
 * Who did what stays told, by a user id that leads nowhere, and the chains stay whole: a tombstone says who had it done, when and why.
 */
export async function forgetPersonInAudit(ctx: Ctx, person: ForgottenPerson): Promise<void> {
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
  const named = or(...emails.map(naming));
  // These are called by browsers and programs of theirs, or as they liked.
  const things = and(acting, inArray(auditEntries.targetKind, ["passkey", "session", "sessions"]));
  const own = { tombstone };
  await eraseField(ctx, {
    ...own,
    field: "diff",
    value: null,
    where: and(isNotNull(auditEntries.diff), or(about, things, named)),
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

/** The tombstone of today's forgetting, made at the first of it, with an entry of the hub's log. */
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
  const target = { kind: "tombstone", id, label: `IP addresses of before ${before.toISOString().slice(0, 10)}` };
  await recordAudit(ctx, { brandId: null, action: "audit.addresses_forgotten", target });
  return id;
}

/**
 * Has the log forget from where people acted before a moment, some entries at a time, in the caller's transaction; gives how many. The chains stay
 * whole. For the hub itself.
 */
export async function forgetAddresses(
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
