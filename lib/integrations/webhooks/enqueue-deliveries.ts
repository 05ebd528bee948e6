import { and, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { rowsOf } from "@/db/client";
import { pick } from "@/db/pick";
import { brands, entitlements, subscriptions, tools } from "@/db/schema";
import type { ChangedPart, EntitlementChanged, IdentityUpdated, RelayedEvent } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { ONLY_RECORDED, offReason } from "./after-failure";

export type Subscriber = Pick<typeof subscriptions.$inferSelect, "brandId" | "toolSlug" | "enabled" | "disabledReason">;

export interface Message {
  subscriber: Subscriber;
  type: string;
  eventId?: string;
  /** Outlives the subscription. */
  webhookUrl?: string;
  /** The body without its `id`. Equal messages share one object. */
  content: object;
}

/**
 * Returns the brands' subscriptions, locked for the transaction. So nobody can revoke access, cancel pending deliveries
 * and then see a new one. The weakest such lock, so sending continues.
 */
export async function lockSubscribers({ db }: Ctx, brandIds: readonly string[]): Promise<Subscriber[]> {
  if (brandIds.length === 0) return [];
  return db
    .select(pick(subscriptions, "brandId", "toolSlug", "enabled", "disabledReason"))
    .from(subscriptions)
    .where(inArray(subscriptions.brandId, [...brandIds]))
    .orderBy(subscriptions.brandId, subscriptions.toolSlug)
    .for("key share");
}

/** Its deliveries are only read, by `listDeliveriesOfTool`. */
const LISTENING = { enabled: false, disabledReason: ONLY_RECORDED };

function reasonNotToSend({ enabled, disabledReason }: Subscriber): string | undefined {
  if (enabled) return undefined;
  return disabledReason === ONLY_RECORDED ? ONLY_RECORDED : offReason(disabledReason);
}

/** Locked subscriptions, and tools that listen without one. One statement. */
async function findRecipients({ db, now }: Ctx, brandIds: readonly string[]): Promise<Subscriber[]> {
  const ids = sql`${sql.param([...brandIds])}::uuid[]`;
  return rowsOf<Subscriber>(
    db,
    sql`select * from (
      select brand_id as "brandId", tool_slug as "toolSlug", enabled, disabled_reason as "disabledReason"
      from ${subscriptions} where brand_id = any(${ids}) order by brand_id, tool_slug for key share) subscribed
    union all
    select e.brand_id, e.tool_slug, ${LISTENING.enabled}::boolean, ${LISTENING.disabledReason}::text
    from ${entitlements} e join ${tools} t on t.slug = e.tool_slug and t.status <> 'disabled'
      and t.listening_until > ${now.toISOString()}::timestamptz
    where e.brand_id = any(${ids}) and not exists (
      select from ${subscriptions} s where s.brand_id = e.brand_id and s.tool_slug = e.tool_slug)`,
  );
}

/**
 * Inserts one delivery per message in one statement and returns their ids in order. Shared contents are sent once.
 *
 * Due at once, or `cancelled` if the subscription is off. `least` guards against a process clock that runs ahead.
 */
export async function insertDeliveries({ db, now }: Ctx, messages: readonly Message[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const contents = [...new Set(messages.map(({ content }) => content))];
  const positions = new Map(contents.map((content, index) => [content, index + 1]));
  const rows = messages.map(({ subscriber, type, eventId, webhookUrl, content }) => ({
    id: newId(),
    event_id: eventId,
    webhook_url: webhookUrl,
    brand_id: subscriber.brandId,
    tool_slug: subscriber.toolSlug,
    type,
    content: positions.get(content),
    reason: reasonNotToSend(subscriber),
  }));
  const texts = contents.map((content) => JSON.stringify(content).slice(1));
  const at = now.toISOString();
  await db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, event_id, webhook_url, body, status, reason,
      due_at, created_at, finished_at)
    select id, brand_id, tool_slug, type, event_id, webhook_url, '{"id":"' || id || '",' || contents.text,
           case when reason is null then 'pending' else 'cancelled' end, reason,
           least(${at}::timestamptz, clock_timestamp()), ${at}::timestamptz,
           case when reason is not null then ${at}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row(id uuid, event_id uuid, webhook_url text, brand_id uuid, tool_slug text, type text, content int,
        reason text)
    join unnest(${sql.param(texts)}::text[]) with ordinality as contents(text, position)
      on contents.position = content`);
  return rows.map(({ id }) => id);
}

const countEnabled = (messages: readonly Message[]): number =>
  messages.filter(({ subscriber }) => subscriber.enabled).length;

export interface IdentityUpdate {
  brandId: string;
  brandSlug: string;
  version: number;
  previousVersion: number;
  /** SHA-256 of the version's canonical JSON, in hex. */
  digest: string;
  changed: readonly ChangedPart[];
}

/**
 * Records an `identity.updated` per subscriber and listener of the brand in the caller's transaction. Returns how many
 * will be sent.
 *
 * The stored body is the exact text that is signed and sent; its `id` is the delivery's. Source:
 * docs/decisions/integrations.md, Webhooks.
 */
export async function enqueueIdentityUpdated(ctx: Ctx, update: IdentityUpdate): Promise<number> {
  const subscribers = await findRecipients(ctx, [update.brandId]);
  const content: Omit<z.input<typeof IdentityUpdated>, "id"> = {
    type: "identity.updated",
    occurred_at: ctx.now.toISOString(),
    brand_id: update.brandId,
    brand_slug: update.brandSlug,
    identity_version: update.version,
    previous_version: update.previousVersion,
    digest: update.digest,
    changed: [...update.changed],
  };
  const messages = subscribers.map((subscriber): Message => ({ subscriber, type: content.type, content }));
  await insertDeliveries(ctx, messages);
  return countEnabled(messages);
}

export interface EntitlementChange {
  type: EntitlementChanged["type"];
  brandIds: readonly string[];
  toolSlug?: string;
}

/**
 * Notifies tools that opted in of granted or revoked access, in the caller's transaction. Call it before subscriptions
 * are removed: `entitlement.revoked` keeps their URL and goes out without them. Source:
 * docs/adr/0042-end-of-an-entitlement.md.
 */
export async function enqueueEntitlementChange(
  ctx: Ctx,
  { type, brandIds, toolSlug }: EntitlementChange,
): Promise<void> {
  if (brandIds.length === 0) return;
  const rows = await ctx.db
    .select({ ...pick(entitlements, "brandId", "toolSlug"), subscription: subscriptions, slug: brands.slug })
    .from(entitlements)
    .innerJoin(brands, eq(brands.id, entitlements.brandId))
    .innerJoin(tools, and(eq(tools.slug, entitlements.toolSlug), tools.entitlementWebhooks))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.brandId, entitlements.brandId), eq(subscriptions.toolSlug, entitlements.toolSlug)),
    )
    .where(
      and(
        inArray(entitlements.brandId, [...brandIds]),
        toolSlug ? eq(entitlements.toolSlug, toolSlug) : undefined,
        or(isNotNull(subscriptions.brandId), gt(tools.listeningUntil, ctx.now)),
      ),
    );
  const messages = rows.map(({ subscription, slug, ...key }): Message => {
    const subscriber = subscription ?? { ...key, ...LISTENING };
    const content: Omit<EntitlementChanged, "id"> = {
      type,
      occurred_at: ctx.now.toISOString(),
      brand_id: subscriber.brandId,
      brand_slug: slug,
    };
    const webhookUrl = type === "entitlement.revoked" ? subscription?.webhookUrl : undefined;
    return { subscriber, type, webhookUrl, content };
  });
  await insertDeliveries(ctx, messages);
}

export interface Relay {
  toTools: readonly string[];
  brandId: string;
  eventId: string;
  type: string;
  occurredAt: string;
  sourceTool: string;
  traceId: string | null;
  payload: Record<string, unknown>;
}

/**
 * Records a delivery for each recipient that subscribes to the brand or listens, in the caller's transaction. Returns
 * how many will be sent. Source: docs/decisions/integrations.md, Events.
 */
export async function enqueueRelayedEvents(ctx: Ctx, { relays }: { relays: readonly Relay[] }): Promise<number> {
  const subscribers = await findRecipients(ctx, [...new Set(relays.map(({ brandId }) => brandId))]);
  const key = (brandId: string, toolSlug: string) => `${brandId} ${toolSlug}`;
  const byKey = new Map(subscribers.map((subscriber) => [key(subscriber.brandId, subscriber.toolSlug), subscriber]));
  const messages = relays.flatMap((relay): Message[] => {
    const content: Omit<z.input<typeof RelayedEvent>, "id"> = {
      type: relay.type,
      occurred_at: relay.occurredAt,
      brand_id: relay.brandId,
      source_tool: relay.sourceTool,
      trace_id: relay.traceId,
      payload: relay.payload,
    };
    const to = relay.toTools.flatMap((toolSlug) => byKey.get(key(relay.brandId, toolSlug)) ?? []);
    return to.map((subscriber) => ({ subscriber, type: relay.type, eventId: relay.eventId, content }));
  });
  await insertDeliveries(ctx, messages);
  return countEnabled(messages);
}
