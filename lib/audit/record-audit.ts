import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, auditEntries, users } from "@/db/schema";
import type { Actor, Ctx } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { storableText } from "@/lib/kernel/storable-text";

export interface AuditEntry {
  brandId: string | null;
  /** Dotted, past tense: `identity.published`. */
  action: string;
  target: { kind: string; id: string; label: string };
  /** What changed, by field: `[before, after]`; never a secret. */
  diff?: Record<string, [unknown, unknown]>;
}

async function describeActor(db: Database, actor: Actor): Promise<{ id: string; label: string }> {
  switch (actor.kind) {
    case "user": {
      const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, actor.userId));
      return { id: actor.userId, label: user?.name ?? "Former user" };
    }
    case "api-key": {
      const [key] = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, actor.apiKeyId));
      return { id: actor.apiKeyId, label: key?.name ?? "Former key" };
    }
    case "tool":
      return { id: actor.toolSlug, label: actor.toolSlug };
    case "system":
      return { id: actor.name, label: actor.name };
  }
}

/** Writes who did what, in the caller's transaction, so that no act is without its entry. Pass the transaction as `ctx.db`. */
export async function recordAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const actor = await describeActor(ctx.db, ctx.actor);
  await ctx.db.insert(auditEntries).values({
    id: newId(),
    brandId: entry.brandId,
    actorKind: ctx.actor.kind,
    actorId: actor.id,
    actorLabel: actor.label,
    action: entry.action,
    targetKind: entry.target.kind,
    targetId: entry.target.id,
    targetLabel: entry.target.label,
    // Long values come shortened, and a cut may go through a character.
    diff: storableText(entry.diff ?? null),
    address: ctx.address ?? null,
    createdAt: ctx.now,
  });
}
