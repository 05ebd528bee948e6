import { and, eq, ilike, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { auditEntries, auditLinks, auditTombstones } from "@/db/schema";
import { newId } from "@/lib/platform/ids";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../../context";
import { recordAudit } from "../record-audit";
import type { PersonalField } from "./link-hash";

/** What the audit log knows a person by, and by what it is to know them from now on. */
export interface ForgottenPerson {
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
export async function eraseField(
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
