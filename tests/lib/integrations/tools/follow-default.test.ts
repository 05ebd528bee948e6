import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, brands, slowReceivers, subscriptions } from "@/db/schema";
import {
  countTurnedOffByHub,
  disableSubscription,
  editTool,
  grantEntitlement,
  registerSubscription,
  registerTool,
  resumeSubscriptions,
} from "@/lib/integrations/server";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW, SYSTEM } from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, subscriptionOf } from "@/tests/support/outbox";

const FIRST = "https://1.1.1.1/hooks";
const SECOND = "https://8.8.8.8/hooks";
const OWN = "https://9.9.9.9/own";

const database = openTestDatabase();
let admin: Ctx;
let system: Ctx;
let owner: Ctx;
let ownerId: string;
beforeAll(async () => {
  const user = await createUser(database.db, { hubAdmin: true });
  admin = context(database.db, actingUser(user));
  system = context(database.db, SYSTEM);
  const person = await createUser(database.db);
  ownerId = person.id;
  owner = context(database.db, actingUser(person));
});

let count = 0;
async function toolAt(defaultWebhookUrl: string | null): Promise<string> {
  count += 1;
  return (await registerTool(admin, { slug: `follower-${count}`, name: "Follower", defaultWebhookUrl })).slug;
}
const brandOf = () => createBrandFixture(database.db, { members: { [ownerId]: "owner" } });
const setArchived = (id: string, archivedAt: Date | null) =>
  database.db.update(brands).set({ archivedAt }).where(eq(brands.id, id));
const turnOffByHub = (brandId: string) =>
  database.db
    .update(subscriptions)
    .set({ enabled: false, disabledReason: "The receiver answered 410.", disabledAt: NOW, failingSince: NOW })
    .where(eq(subscriptions.brandId, brandId));

const STATES = ["absent", "at the default", "at a URL of its own", "off by hand", "off by the hub"] as const;
type State = (typeof STATES)[number];

/** Every state of a brand with access, with and without a default URL, archived or not. */
const TABLE = [null, FIRST].flatMap((first) =>
  STATES.filter((state) => first !== null || state !== "at the default").flatMap((state) =>
    [false, true].map((archived) => ({ first, state, archived })),
  ),
);

async function bringTo(state: State, first: string | null, brandId: string, toolSlug: string): Promise<void> {
  const ownUrl = state === "at a URL of its own" || (first === null && state !== "absent");
  if (ownUrl) await registerSubscription(system, { brandId, toolSlug, webhookUrl: OWN });
  if (state === "absent") await database.db.delete(subscriptions).where(eq(subscriptions.brandId, brandId));
  if (state === "off by hand") await disableSubscription(owner, { brandId, toolSlug });
  if (state === "off by the hub") await turnOffByHub(brandId);
}

describe("setting the webhook URL of a tool that brands use", () => {
  it.each(TABLE)(
    "before: $first; the subscription: $state; archived: $archived",
    async ({ first, state, archived }) => {
      const { db } = database;
      const toolSlug = await toolAt(first);
      const brand = await brandOf();
      await grantEntitlement(admin, { brandId: brand.id, toolSlug });
      await bringTo(state, first, brand.id, toolSlug);
      if (archived) await setArchived(brand.id, NOW);

      await editTool(admin, { slug: toolSlug, defaultWebhookUrl: SECOND });
      const off = state.startsWith("off");
      const follows = state === "absent" || (first !== null && state !== "at a URL of its own");
      const webhookUrl = follows ? SECOND : OWN;
      expect(await subscriptionOf(db, brand.id)).toMatchObject({ webhookUrl, enabled: !off });

      // The tool page's button resumes what the hub turned off.
      const resumes = state === "off by the hub" && !archived;
      expect(await countTurnedOffByHub(admin, { toolSlug })).toBe(resumes ? 1 : 0);
      expect(await resumeSubscriptions(admin, { toolSlug })).toBe(resumes ? 1 : 0);
      const enabled = !off || resumes;
      expect(await subscriptionOf(db, brand.id)).toMatchObject({ webhookUrl, enabled });

      if (archived) await setArchived(brand.id, null);
      await enqueue(db, brand);
      expect((await deliveriesOf(db, brand.id)).map(({ status }) => status)).toEqual([
        enabled ? "pending" : "cancelled",
      ]);
    },
  );

  it("subscribes brands granted afterwards", async () => {
    const toolSlug = await toolAt(null);
    await editTool(admin, { slug: toolSlug, defaultWebhookUrl: SECOND });
    const brand = await brandOf();
    await grantEntitlement(admin, { brandId: brand.id, toolSlug });
    expect(await subscriptionOf(database.db, brand.id)).toMatchObject({ webhookUrl: SECOND, enabled: true });
  });

  it("keeps subscriptions when emptied and adds none", async () => {
    const toolSlug = await toolAt(FIRST);
    const [before, after] = [await brandOf(), await brandOf()];
    await grantEntitlement(admin, { brandId: before.id, toolSlug });
    await editTool(admin, { slug: toolSlug, defaultWebhookUrl: null });
    await grantEntitlement(admin, { brandId: after.id, toolSlug });
    expect(await subscriptionOf(database.db, before.id)).toMatchObject({ webhookUrl: FIRST, enabled: true });
    expect(await subscriptionOf(database.db, after.id)).toBeUndefined();
  });
});

describe("turning on what the hub turned off", () => {
  it("writes an audit entry per brand and one for the hub, and ends the cool-down", async () => {
    const { db } = database;
    const toolSlug = await toolAt(FIRST);
    const other = await toolAt(FIRST);
    const [one, two] = [await brandOf(), await brandOf()];
    for (const { id } of [one, two]) await grantEntitlement(admin, { brandId: id, toolSlug });
    const elsewhere = await brandOf();
    await grantEntitlement(admin, { brandId: elsewhere.id, toolSlug: other });
    for (const { id } of [one, two, elsewhere]) await turnOffByHub(id);
    await db.insert(slowReceivers).values({ toolSlug, host: "1.1.1.1", timeouts: 5, probeAt: NOW });

    expect(await resumeSubscriptions(admin, { toolSlug })).toBe(2);
    expect(await subscriptionOf(db, one.id)).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
    expect(await subscriptionOf(db, elsewhere.id)).toMatchObject({ enabled: false });
    expect(await db.$count(slowReceivers, eq(slowReceivers.toolSlug, toolSlug))).toBe(0);
    const said = await db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, "subscription.enabled"), eq(auditEntries.targetId, toolSlug)));
    expect(said.map(({ brandId }) => brandId).toSorted()).toEqual([one.id, two.id, null].toSorted());
    expect(said.find(({ brandId }) => brandId === null)).toMatchObject({ diff: { brands: [null, 2] } });
  });

  it("handles more brands than one transaction", { tags: ["full"] }, async () => {
    const { db } = database;
    const toolSlug = await toolAt(FIRST);
    const many = Array.from({ length: 201 }, () => createBrandFixture(db));
    for (const { id } of await Promise.all(many)) {
      await grantEntitlement(admin, { brandId: id, toolSlug });
      await turnOffByHub(id);
    }
    expect(await resumeSubscriptions(admin, { toolSlug })).toBe(201);
    expect(await countTurnedOffByHub(admin, { toolSlug })).toBe(0);
  });

  it("requires a hub administrator and an existing tool", async () => {
    const toolSlug = await toolAt(FIRST);
    await expect(resumeSubscriptions(owner, { toolSlug })).rejects.toBeInstanceOf(Forbidden);
    await expect(countTurnedOffByHub(owner, { toolSlug })).rejects.toBeInstanceOf(Forbidden);
    await expect(resumeSubscriptions(admin, { toolSlug: "unknown" })).rejects.toBeInstanceOf(NotFound);
  });
});
