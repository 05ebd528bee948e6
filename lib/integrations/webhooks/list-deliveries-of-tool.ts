import { and, desc, eq, gte, isNotNull, isNull, or } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { brands, childContextDeliveries as deliveries, entitlements, tools } from "@/db/schema";
import type { ToolActor } from "@/lib/platform/context";
import { beforeCursor, cutPage, momentCursor, type Page, type PageRequest, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { requireWorkingTool } from "../tools/entitled-tool";
import { describeHeaders, eventOf } from "./sign-delivery";

const LISTENS_MS = 24 * 60 * 60_000;
/** A listener asks every few seconds, and must not write each time. */
const RENEWED_MS = 60 * 60_000;

async function keepListening({ db, now, actor: { toolSlug } }: Ctx<ToolActor>): Promise<void> {
  const own = eq(tools.slug, toolSlug);
  const [tool] = await db
    .select(pick(tools, "status", "listeningUntil"))
    .from(tools)
    .where(own);
  requireWorkingTool({ tool_status: tool?.status ?? null });
  const leftMs = (tool?.listeningUntil?.getTime() ?? 0) - now.getTime();
  if (leftMs > LISTENS_MS - RENEWED_MS) return;
  await db
    .update(tools)
    .set({ listeningUntil: new Date(now.getTime() + LISTENS_MS) })
    .where(own);
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
 * A page of the acting tool's deliveries in any state, newest first, of brands that it can read. `entitlement.revoked`
 * outlives the access. For a day, brands without a subscription get deliveries too.
 * @throws Unauthorized for an unregistered tool, Forbidden for a disabled one, BadRequest for a foreign cursor
 */
export async function listDeliveriesOfTool(
  ctx: Ctx<ToolActor>,
  { since, after }: Pick<PageRequest, "after"> & { since?: Date },
): Promise<Page<ToolDelivery>> {
  await keepListening(ctx);
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
        since && gte(deliveries.createdAt, since),
        or(and(isNotNull(entitlements.brandId), isNull(brands.archivedAt)), isRevocation),
        beforeCursor(page, deliveries.createdAt, deliveries.id),
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(rowsToRead(page));
  const rows = await refusingUnstorable(async () => reading);
  const { entries, next } = cutPage(rows, page, ({ createdAt, id }) => momentCursor(createdAt, id));
  const listed = entries.map(({ id, type, body, replays }) => {
    const described = describeHeaders({ id, event: eventOf({ type, body }), attempt: 1, replays });
    return { id, headers: described.flatMap(({ name, value }) => (value === null ? [] : { name, value })), body };
  });
  return { entries: listed, next };
}
