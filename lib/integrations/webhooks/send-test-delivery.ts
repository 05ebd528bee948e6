import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { brands, brandVersions } from "@/db/schema";
import { recordAudit, requirePermission } from "@/lib/access/server";
import type { HubTest, IdentityUpdated } from "@/lib/contract";
import { inTransaction } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import type { TestSample } from "./endpoint-view";
import { insertDeliveries } from "./enqueue-deliveries";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

/** What a publish of the present version told, marked as a test; true, so that a receiver which goes by versions has nothing to do, or what it missed. */
async function presentVersion({ db }: Ctx, brandId: string): Promise<Omit<z.input<typeof IdentityUpdated>, "id">> {
  const [row] = await db
    .select({
      slug: brands.slug,
      version: brandVersions.version,
      changed: brandVersions.changed,
      publishedAt: brandVersions.createdAt,
    })
    .from(brands)
    .innerJoin(
      brandVersions,
      and(eq(brandVersions.brandId, brands.id), eq(brandVersions.version, brands.identityVersion)),
    )
    .where(eq(brands.id, brandId));
  if (!row) throw new NotFound("There is no such brand.");
  return {
    type: "identity.updated",
    occurred_at: row.publishedAt.toISOString(),
    brand_id: brandId,
    brand_slug: row.slug,
    identity_version: row.version,
    previous_version: row.version - 1,
    changed: row.changed,
    test: true,
  };
}

/** That it is a test, and nothing else. */
const hubTest = ({ now }: Ctx, brandId: string): Omit<z.input<typeof HubTest>, "id"> => ({
  type: TEST_EVENT_TYPE,
  occurred_at: now.toISOString(),
  brand_id: brandId,
});

/** What is tested: a subscription, with `hub.test` unless told otherwise. */
type TestOf = SubscriptionKey & { sample?: TestSample };

/** Records a test for one subscription and its entry, in the caller's transaction, and gives its id: it adds rows, and locks nothing that anybody waits for. @throws NotFound, BadRequest as below */
export async function recordTest(tx: Ctx, { sample = "hub.test", ...key }: TestOf): Promise<{ id: string }> {
  const { brandId, toolSlug } = key;
  const subscriber = await requireSubscription(tx, key);
  const content = sample === "hub.test" ? hubTest(tx, brandId) : await presentVersion(tx, brandId);
  const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, content }]);
  const target = { kind: "delivery", id, label: toolSlug };
  await recordAudit(tx, { brandId, action: "delivery.tested", target });
  return { id };
}

/**
 * Records a test for one subscription, wakes the tick, and gives its id. It carries `{ id, type: "hub.test", occurred_at, brand_id }`, or the present version as
 * `identity.updated` had it; either way it is a test, recorded as such: signed like any delivery, sent at once and never repeated.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, test: TestOf): Promise<{ id: string }> {
  await requirePermission(ctx, test.brandId, "manage");
  const recorded = await inTransaction(ctx, (tx) => recordTest(tx, test));
  ctx.wakeTick();
  return recorded;
}
