import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { entitlements, tools } from "@/db/schema";
import type { Event } from "@/lib/contract";
import type { Relay } from "@/lib/deliveries";
import type { Ctx } from "@/lib/kernel/context";
import { matchesPattern } from "@/lib/tools";

/**
 * Who is notified of accepted events: every other tool that is entitled for the event's brand and lists a pattern that matches its type,
 * once per event. Source: docs/decisions.md, Events.
 */
export async function findRelays(
  { db }: Ctx,
  { sourceTool, accepted }: { sourceTool: string; accepted: readonly Event[] },
): Promise<Relay[]> {
  if (accepted.length === 0) return [];
  const brandIds = [...new Set(accepted.map((event) => event.brand_id))];
  const listening = await db
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
  return accepted.flatMap((event) =>
    listening
      .filter(
        ({ brandId, patterns }) =>
          brandId === event.brand_id && patterns.some((pattern) => matchesPattern(event.type, pattern)),
      )
      .map(({ toTool }) => ({
        toTool,
        brandId: event.brand_id,
        type: event.type,
        occurredAt: event.occurred_at,
        sourceTool,
        traceId: event.trace_id ?? null,
        payload: event.payload,
      })),
  );
}
