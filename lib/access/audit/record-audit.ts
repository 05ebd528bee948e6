import { eq, inArray } from "drizzle-orm";
import { apiKeys, auditEntries, users } from "@/db/schema";
import { isUuid, newId } from "@/lib/platform/ids";
import { storableText } from "@/lib/platform/output-text";
import type { Ctx } from "../context";
import type { AuditAction } from "./actions";

export interface AuditEntry {
  brandId: string | null;
  action: AuditAction;
  target: { kind: string; id: string; label: string };
  /** `[before, after]` by field; never secrets. */
  diff?: Record<string, [unknown, unknown]>;
}

type ActorKind = (typeof auditEntries.$inferInsert)["actorKind"];

type People = ReadonlyMap<string, { name: string; erased: boolean }>;

/**
 * Reads the people that the entries name, and makes their erasure wait. An erased person is named by pseudonym only.
 */
async function peopleIn({ db, actor }: Ctx, entries: readonly AuditEntry[]): Promise<People> {
  const acting = actor.kind === "user" || actor.kind === "federation" ? [actor.userId] : [];
  const targets = entries.flatMap(({ target }) => (target.kind === "user" && isUuid(target.id) ? [target.id] : []));
  const ids = [...new Set([...acting, ...targets])];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name, erasedAt: users.erasedAt })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for("key share");
  return new Map(rows.map(({ id, name, erasedAt }) => [id, { name, erased: erasedAt !== null }]));
}

async function describeActor(
  { db, actor }: Ctx,
  people: People,
): Promise<{ kind: ActorKind; id: string; label: string }> {
  switch (actor.kind) {
    case "user":
    case "federation":
      return { kind: "user", id: actor.userId, label: people.get(actor.userId)?.name ?? "Former user" };
    case "api-key": {
      const [key] = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, actor.apiKeyId));
      return { kind: "api-key", id: actor.apiKeyId, label: key?.name ?? "Former key" };
    }
    case "tool":
      return { kind: "tool", id: actor.toolSlug, label: actor.toolSlug };
    case "system":
      return { kind: "system", id: actor.name, label: actor.name };
    case "anonymous":
      throw new TypeError("An anonymous actor cannot change anything.");
  }
}

/** Pass the change's transaction as `ctx.db`, so that neither exists without the other. */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry]);

/** For an action on an account, which no brand owns. */
export const recordAccountAudit = (
  ctx: Ctx,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  diff?: AuditEntry["diff"],
): Promise<void> => recordAudit(ctx, { brandId: null, action, target: { kind: "user", id, label: name }, diff });

/** For several actions of one actor. */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  const people = await peopleIn(ctx, entries);
  const actor = await describeActor(ctx, people);
  const forgotten = (id: string) => people.get(id)?.erased ?? false;
  // Failed sign-ins are the hub's own entries, but their IP address is personal.
  const addressOf = ({ id }: AuditEntry["target"]) =>
    forgotten(actor.id) || (actor.kind === "system" && forgotten(id)) ? null : ctx.clientIp;
  await ctx.db.insert(auditEntries).values(
    entries.map(({ brandId, action, target, diff }) => ({
      id: newId(),
      brandId,
      actorKind: actor.kind,
      actorId: actor.id,
      actorLabel: actor.label,
      action,
      targetKind: target.kind,
      targetId: target.id,
      targetLabel: forgotten(target.id) ? (people.get(target.id)?.name ?? "") : target.label,
      // A cut may split a surrogate pair.
      diff: storableText(diff ?? null),
      clientIp: addressOf(target),
      createdAt: ctx.now,
    })),
  );
}
