import { and, asc, eq, sql } from "drizzle-orm";
import { childContextDeliveries as deliveries, deliveryAttempts, events, subscriptions, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { type DeliverySummary, summarize, summaryColumns } from "./list-deliveries";
import { readHolds } from "./read-holds";
import { type DeliveryHeader, describeHeaders, eventOf } from "./sign-delivery";
import { mayReadAnswer } from "./webhook-url-policy";

const MISSING = "There is no such delivery.";

/** One try, as it was recorded; earliest first in a delivery. */
export type DeliveryAttempt = Omit<typeof deliveryAttempts.$inferSelect, "deliveryId"> & {
  /** False where an empty text doesn't say that there was none: it may have been kept from everybody. */
  answerShown: boolean;
};

export interface DeliveryDetails extends DeliverySummary {
  /** The exact text that is signed and sent. */
  body: string;
  /** The event that it passes on, while the hub keeps it. */
  event: { id: string; traceId: string | null } | null;
  /** Where the next attempt would go; null once there is no subscription. */
  webhookUrl: string | null;
  attemptLog: DeliveryAttempt[];
  /** Those of the next attempt while it is pending, else of the last. */
  headers: DeliveryHeader[];
}

/** One delivery of the brand with its text, its attempts and their answers, for who may manage. @throws NotFound also when it is another brand's */
export async function getDelivery(ctx: Ctx, input: { brandId: string; deliveryId: string }): Promise<DeliveryDetails> {
  await requirePermission(ctx, input.brandId, "manage");
  if (!isUuid(input.deliveryId)) throw new NotFound(MISSING);
  const [row] = await ctx.db
    .select({
      ...summaryColumns,
      body: deliveries.body,
      replays: deliveries.replays,
      webhookUrl: sql<string | null>`coalesce(${deliveries.webhookUrl}, ${subscriptions.webhookUrl})`,
      event: { id: events.id, traceId: events.traceId },
    })
    .from(deliveries)
    .innerJoin(tools, eq(tools.slug, deliveries.toolSlug))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.brandId, deliveries.brandId), eq(subscriptions.toolSlug, deliveries.toolSlug)),
    )
    .leftJoin(events, and(eq(events.id, deliveries.eventId), eq(events.brandId, deliveries.brandId)))
    .where(and(eq(deliveries.id, input.deliveryId), eq(deliveries.brandId, input.brandId)));
  if (!row) throw new NotFound(MISSING);
  const attempts = await ctx.db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, input.deliveryId))
    .orderBy(asc(deliveryAttempts.attempt));
  const { body, replays, webhookUrl, event, ...summary } = row;
  const last = attempts.at(-1)?.attempt ?? 0;
  const attempt = row.status === "pending" ? last + 1 : Math.max(1, last);
  return {
    ...summarize(summary, { holdOf: await readHolds(ctx), now: ctx.now }),
    body,
    event,
    webhookUrl,
    attemptLog: attempts.map(({ deliveryId: _, ...logged }) => {
      // Also those recorded before this rule, or while another URL was the hub's.
      const isReadable = mayReadAnswer(logged.webhookUrl, ctx.webhookPolicy);
      const responseExcerpt = isReadable ? logged.responseExcerpt : "";
      // Nothing is kept of a response from a private network, and nothing records which responses these are.
      const maybeNotKept = ctx.webhookPolicy.allowedNetworks !== undefined && responseExcerpt === "";
      return { ...logged, responseExcerpt, answerShown: isReadable && !maybeNotKept };
    }),
    headers: describeHeaders({ id: row.id, event: eventOf(row), attempt, replays }),
  };
}
