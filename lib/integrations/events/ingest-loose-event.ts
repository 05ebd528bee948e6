import { and, eq, isNull } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, events } from "@/db/schema";
import type { LooseEvent } from "@/lib/contract";
import type { ApiKeyActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";

/**
 * Stores a version 0 event for the key's brand and gives its id. Every call stores one: without an idempotency key there is no repetition,
 * and version 0 events do not spread to other tools. @throws Unauthorized once the brand is archived, BadRequest for what cannot be stored
 */
export async function ingestLooseEvent(
  ctx: Ctx<ApiKeyActor>,
  { event }: { event: LooseEvent },
): Promise<{ id: string }> {
  const { actor, now } = ctx;
  const id = newId();
  return refusingUnstorable(() =>
    ctx.db.transaction(async (tx) => {
      const [brand] = await tx
        .select({ id: brands.id })
        .from(brands)
        .where(and(eq(brands.id, actor.brandId), isNull(brands.archivedAt)))
        .for("key share");
      if (!brand) throw new Unauthorized();
      await tx.insert(events).values({
        id,
        brandId: brand.id,
        apiVersion: 0,
        apiKeyId: actor.apiKeyId,
        type: event.type,
        payload: event.payload,
        occurredAt: now,
        receivedAt: now,
      });
      return { id };
    }),
  );
}
