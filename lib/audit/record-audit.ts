import { eq } from "drizzle-orm";
import { apiKeys, auditEntries, users } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { storableText } from "@/lib/kernel/storable-text";
import type { AuditAction } from "./actions";

export interface AuditEntry {
  brandId: string | null;
  action: AuditAction;
  target: { kind: string; id: string; label: string };
  /** What changed, by field: `[before, after]`; never a secret. */
  diff?: Record<string, [unknown, unknown]>;
}

type ActorKind = (typeof auditEntries.$inferInsert)["actorKind"];

async function describeActor({ db, actor }: Ctx): Promise<{ kind: ActorKind; id: string; label: string }> {
  switch (actor.kind) {
    case "user":
    case "federation": {
      const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, actor.userId));
      return { kind: "user", id: actor.userId, label: user?.name ?? "Former user" };
    }
    case "api-key": {
      const [key] = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, actor.apiKeyId));
      return { kind: "api-key", id: actor.apiKeyId, label: key?.name ?? "Former key" };
    }
    case "tool":
      return { kind: "tool", id: actor.toolSlug, label: actor.toolSlug };
    case "system":
      return { kind: "system", id: actor.name, label: actor.name };
    case "anonymous":
      throw new TypeError("Nobody changes anything without proving who they are.");
  }
}

/** Writes who did what, in the caller's transaction, so that no act is without its entry. Pass the transaction as `ctx.db`. */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry]);

/** The same for several acts of one actor at once. */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  const actor = await describeActor(ctx);
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
      targetLabel: target.label,
      // Long values come shortened, and a cut may go through a character.
      diff: storableText(diff ?? null),
      clientIp: ctx.clientIp,
      createdAt: ctx.now,
    })),
  );
}
