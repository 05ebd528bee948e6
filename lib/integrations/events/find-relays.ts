import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { entitlements, tools } from "@/db/schema";
import type { Event } from "@/lib/contract";
import type { Ctx } from "../context";
import { matchesPattern } from "../tools/matches-pattern";
import type { Relay } from "../webhooks/enqueue-deliveries";

/** Selects something where another tool subscribes to one of the brands and takes events of some type. */
export const listening = (sourceTool: SQL, brandIds: SQL): SQL => sql`
  select from subscriptions s join tools other on other.slug = s.tool_slug
  where s.brand_id in (${brandIds}) and other.slug <> ${sourceTool} and cardinality(other.event_patterns) > 0`;

/**
 * Who is notified of accepted events: every other tool that is entitled for the event's brand and lists a pattern that matches its type,
 * once per event. Source: docs/decisions.md, Events.
 */
export async function findRelays(
  { db }: Ctx,
  { sourceTool, accepted }: { sourceTool: string; accepted: readonly { id: string; event: Event }[] },
): Promise<Relay[]> {
  if (accepted.length === 0) return [];
  const brandIds = [...new Set(accepted.map(({ event }) => event.brand_id))];
  const entitled = await db
    .select({ brandId: entitlements.brandId, toTool: tools.slug, patterns: tools.eventPatterns })
    .from(entitlements)
    .innerJoin(tools, eq(tools.slug, entitlements.toolSlug))
    .where(
      and(
        inArray(entitlements.brandId, brandIds),
        ne(tools.slug, sourceTool),
        sql`cardinality(${tools.eventPatterns}) > 0`,
      ),
    );
  return accepted.map(({ id, event }) => {
    const matching = entitled.filter(
      ({ brandId, patterns }) =>
        brandId === event.brand_id && patterns.some((pattern) => matchesPattern(event.type, pattern)),
    );
    return {
      toTools: matching.map(({ toTool }) => toTool),
      brandId: event.brand_id,
      eventId: id,
      type: event.type,
      occurredAt: event.occurred_at,
      sourceTool,
      traceId: event.trace_id ?? null,
      payload: event.payload,
    };
  });
}
