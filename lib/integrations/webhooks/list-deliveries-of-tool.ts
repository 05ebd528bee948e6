import { and, desc, eq, gte, isNotNull, isNull, or } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { brands, childContextDeliveries as deliveries, entitlements, tools } from "@/db/schema";
import type { ToolActor } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { beforeCursor, cutPage, momentCursor, type Page, type PageRequest, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { requireWorkingTool } from "../tools/entitled-tool";
import { TOOL_LIMITS } from "../tools/matches-pattern";
import { describeHeaders, eventOf } from "./sign-delivery";

const HOUR_MS = 60 * 60_000;
const LISTENS_MS = 2 * HOUR_MS;
/** A listener asks every few seconds, and must not write each time. */
const RENEWED_MS = HOUR_MS / 2;
/** Keeps a read from going through years of rows. */
const LOOKS_BACK_MS = 7 * 24 * HOUR_MS;

/** @throws Unauthorized for an unregistered tool, Forbidden for a disabled one */
async function requireListener({ db, actor }: Ctx<ToolActor>): Promise<{ listeningUntil: Date | null }> {
  const [tool] = await db
    .select(pick(tools, "status", "listeningUntil"))
    .from(tools)
    .where(eq(tools.slug, actor.toolSlug));
  requireWorkingTool({ tool_status: tool?.status ?? null });
  return { listeningUntil: tool?.listeningUntil ?? null };
}

/** A hub that can't write still answers. */
async function keepListening({ db, now, actor: { toolSlug } }: Ctx<ToolActor>, until: Date | null): Promise<void> {
  if (until && until.getTime() - now.getTime() > LISTENS_MS - RENEWED_MS) return;
  await db
    .update(tools)
    .set({ listeningUntil: new Date(now.getTime() + LISTENS_MS) })
    .where(eq(tools.slug, toolSlug))
    .catch((error) => log.warn({ err: error, toolSlug }, "a listening tool was not recorded"));
}

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
  const { listeningUntil } = await requireListener(ctx);
  const oldest = new Date(ctx.now.getTime() - LOOKS_BACK_MS);
  const page = { after, limit: TOOL_LIMITS.deliveriesPerPage };
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
  await keepListening(ctx, listeningUntil);
  const { entries, next } = cutPage(rows, page, ({ createdAt, id }) => momentCursor(createdAt, id));
  const listed = entries.map(({ id, type, body, replays }) => {
    const described = describeHeaders({ id, event: eventOf({ type, body }), attempt: 1, replays });
    return { id, headers: described.flatMap(({ name, value }) => (value === null ? [] : { name, value })), body };
  });
  return { entries: listed, next };
}
