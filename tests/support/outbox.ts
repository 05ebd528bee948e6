import { eq } from "drizzle-orm";
import type { Clock, Database } from "@/db/client";
import { childContextDeliveries as deliveries, deliveryAttempts, subscriptions } from "@/db/schema";
import { enqueueIdentityUpdated, runDispatchTick } from "@/lib/integrations/server";
import { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { createBrandFixture, createTool, entitle, NOW, systemContext, withWebhookSecrets } from "./fixtures";
import { LONG_TIMEOUTS } from "./timeouts";

export const SECRET = "a-signing-secret-of-the-tests-0123456789";

/** A clock that moves only when the test advances it. */
export function createTestClock(start: Date = NOW): { clock: Clock; advance: (ms: number) => void; now: () => Date } {
  let now = start;
  return {
    clock: async () => now,
    now: () => now,
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

/** Subscribes a tool to a brand's changes. Creates the brand and the tool unless given. */
export async function subscribe(
  db: Database,
  webhookUrl: string,
  given: { brand?: { id: string; slug: string }; toolSlug?: string } = {},
) {
  const brand = given.brand ?? (await createBrandFixture(db));
  const toolSlug = given.toolSlug ?? (await createTool(db)).slug;
  await entitle(db, brand.id, toolSlug);
  await db.insert(subscriptions).values({ brandId: brand.id, toolSlug, webhookUrl, createdAt: NOW });
  return { brand, toolSlug };
}

/** Records this many `identity.updated` events per subscription, a millisecond apart, the last at `end`. */
export async function enqueue(db: Database, brand: { id: string; slug: string }, count = 1, end: Date = NOW) {
  for (let index = 0; index < count; index += 1) {
    const now = new Date(end.getTime() - (count - 1 - index));
    await enqueueIdentityUpdated(systemContext(db, now), {
      brandId: brand.id,
      brandSlug: brand.slug,
      version: index + 2,
      previousVersion: index + 1,
      digest: "0".repeat(64),
      changed: ["colors"],
    });
  }
}

export const deliveriesOf = (db: Database, brandId: string) =>
  db.select().from(deliveries).where(eq(deliveries.brandId, brandId)).orderBy(deliveries.createdAt, deliveries.id);

export const attemptsOf = (db: Database, deliveryId: string) =>
  db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId))
    .orderBy(deliveryAttempts.attempt);

export async function subscriptionOf(db: Database, brandId: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.brandId, brandId));
  return row;
}

/** Longer than any test: even on a busy machine, a hanging receiver never times out. */
const sendPatiently: typeof sendWebhook = (request) => sendWebhook({ ...request, timeouts: LONG_TIMEOUTS });

/** Runs a tick on a test clock. By default all tools share one secret and nothing times out. */
export const runTick = (
  db: Database,
  clock: Clock,
  { secrets = [SECRET], send = sendPatiently }: { secrets?: string[]; send?: typeof sendWebhook } = {},
) => runDispatchTick(withWebhookSecrets({ ...systemContext(db), clock }, ...secrets), { send });
