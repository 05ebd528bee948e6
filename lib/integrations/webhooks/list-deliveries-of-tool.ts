import { and, desc, eq, gte, isNotNull, isNull, or } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { brands, childContextDeliveries as deliveries, entitlements, tools } from "@/db/schema";
import type { ToolActor } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { beforeCursor, cutPage, momentCursor, type Page, type PageRequest, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { requireWorkingTool } from "../tools/entitled-tool";
import { describeHeaders, eventOf } from "./sign-delivery";

const HOUR_MS = 60 * 60_000;
const LISTENS_MS = 2 * HOUR_MS;
/** A listener asks every few seconds, and must not write each time. */
const RENEWED_MS = HOUR_MS / 2;
/** Keeps a read from going through years of rows. */
const LOOKS_BACK_MS = 7 * 24 * HOUR_MS;

/** Returns how to note that the tool listens. A hub that can't write still answers. */
async function requireListener({ db, now, actor: { toolSlug } }: Ctx<ToolActor>): Promise<() => Promise<unknown>> {
  const own = eq(tools.slug, toolSlug);
  const [tool] = await db
    .select(pick(tools, "status", "listeningUntil"))
    .from(tools)
    .where(own);
  requireWorkingTool({ tool_status: tool?.status ?? null });
  const leftMs = (tool?.listeningUntil?.getTime() ?? 0) - now.getTime();
  const listeningUntil = new Date(now.getTime() + LISTENS_MS);
  return async () => {
    if (leftMs > LISTENS_MS - RENEWED_MS) return;
    const noting = db.update(tools).set({ listeningUntil }).where(own);
    await noting.catch((error) => log.warn({ err: error, toolSlug }, "a listening tool could not be noted"));
  };
}

/** A body can have 128 KB. */
const PAGE_SIZE = 20;

/** `headers` are those of the first attempt that aren't computed when sending. */
interface ToolDelivery {
  id: string;
  headers: { name: string; value: string }[];
  body: string;
}

/**
 * A page of the acting tool's deliveries of the last seven days in any state, newest first, of brands that it can
 * read. `entitlement.revoked` outlives the access. For two hours, brands without a subscription get deliveries too.
 * @throws Unauthorized for an unregistered tool, Forbidden for a disabled one, BadRequest for a foreign cursor
 */
export async function listDeliveriesOfTool(
  ctx: Ctx<ToolActor>,
  { since, after }: Pick<PageRequest, "after"> & { since?: Date },
): Promise<Page<ToolDelivery>> {
  const noteListening = await requireListener(ctx);
  const oldest = new Date(ctx.now.getTime() - LOOKS_BACK_MS);
  const page = { after, limit: PAGE_SIZE };
  const ofDelivery = and(eq(entitlements.brandId, deliveries.brandId), eq(entitlements.toolSlug, deliveries.toolSlug));
  // A relayed event can have the same type.
  const isRevocation = and(eq(deliveries.type, "entitlement.revoked"), isNull(deliveries.eventId));
  const reading = ctx.db
    .select(pick(deliveries, "id", "type", "body", "replays", "createdAt"))
    .from(deliveries)
    .innerJoin(brands, eq(brands.id, deliveries.brandId))
    .leftJoin(entitlements, ofDelivery)
    .where(
      and(
        eq(deliveries.toolSlug, ctx.actor.toolSlug),
        isNull(deliveries.bodyRemovedAt),
        gte(deliveries.createdAt, since && since > oldest ? since : oldest),
        or(and(isNotNull(entitlements.brandId), isNull(brands.archivedAt)), isRevocation),
        beforeCursor(page, deliveries.createdAt, deliveries.id),
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(rowsToRead(page));
  const rows = await refusingUnstorable(async () => reading);
  await noteListening();
  const { entries, next } = cutPage(rows, page, ({ createdAt, id }) => momentCursor(createdAt, id));
  const listed = entries.map(({ id, type, body, replays }) => {
    const described = describeHeaders({ id, event: eventOf({ type, body }), attempt: 1, replays });
    return { id, headers: described.flatMap(({ name, value }) => (value === null ? [] : { name, value })), body };
  });
  return { entries: listed, next };
}
