import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import { readHubOverview } from "@/lib/brands/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, SECRET, subscribe } from "@/tests/support/outbox";

const database = openTestDatabase();
let admin: Ctx;
beforeAll(async () => {
  admin = context(database.db, actingUser(await createUser(database.db, { hubAdmin: true })));
});

const healthOf = async (slug: string, ctx = admin) =>
  (await readHubOverview(ctx)).deliveries.find(({ tool }) => tool.slug === slug);

it("counts brands, people and tools", async () => {
  const { db } = database;
  await createUser(db, { deactivatedAt: NOW, hubAdmin: true });
  await createBrandFixture(db, { archivedAt: NOW });
  await createBrandFixture(db);
  await createTool(db, { status: "disabled" });
  expect(await readHubOverview(admin)).toMatchObject({
    tools: { registered: 1, disabled: 1 },
    brands: { living: 1, archived: 1 },
    people: { active: 1, deactivated: 1, administrators: 1 },
    adminsNeedTwoFactor: false,
    sendsMail: false,
  });
});

it("reports each tool's due, failing and recent deliveries, tools with problems first", async () => {
  const { db } = database;
  const fine = await createTool(db, { name: "A fine one" });
  const bad = await createTool(db, { name: "Z bad one" });
  const first = await subscribe(db, "https://tools.example/a", { toolSlug: bad.slug });
  const second = await subscribe(db, "https://tools.example/b", { toolSlug: bad.slug });
  const third = await subscribe(db, "https://tools.example/c", { toolSlug: fine.slug });
  const ago = (ms: number) => new Date(NOW.getTime() - ms);
  await enqueue(db, first.brand, 3, ago(60_000));
  await enqueue(db, second.brand, 2, ago(2 * 24 * 60 * 60_000));
  const [one, two] = await deliveriesOf(db, first.brand.id);
  const finished = { finishedAt: NOW, attempts: 1 };
  await db
    .update(deliveries)
    .set({ status: "delivered", ...finished })
    .where(eq(deliveries.id, one?.id ?? ""));
  await db
    .update(deliveries)
    .set({ status: "dead", reason: "None was accepted.", ...finished })
    .where(eq(deliveries.id, two?.id ?? ""));
  const off = { enabled: false, disabledReason: "It answered 410.", disabledAt: NOW };
  await db.update(subscriptions).set(off).where(eq(subscriptions.brandId, second.brand.id));
  await db.update(subscriptions).set({ failingSince: NOW }).where(eq(subscriptions.brandId, first.brand.id));
  const signing = withWebhookSecrets(admin, SECRET);
  const [oldest] = await deliveriesOf(db, second.brand.id);
  // Enqueued for the enabled subscription: two from two days ago, and three from a minute ago, two of them finished.
  expect(await healthOf(bad.slug, signing)).toMatchObject({
    pause: null,
    due: 3,
    oldestDueAt: oldest?.dueAt,
    failing: 1,
    off: 1,
    tried: 2,
    delivered: 1,
  });
  const healthy = { pause: null, due: 0, oldestDueAt: null, failing: 0, off: 0, tried: 0, delivered: 0 };
  expect(await healthOf(fine.slug, signing)).toMatchObject(healthy);
  expect((await readHubOverview(signing)).deliveries[0]?.tool.slug).toBe(bad.slug);
  // Without a secret nothing is sent, which matters only if something is due.
  expect(await healthOf(fine.slug)).toMatchObject({ pause: "no_secret", silent: false });
  expect(await healthOf(bad.slug)).toMatchObject({ pause: "no_secret", silent: true });
  const waiting = await createTool(db, { defaultWebhookUrl: "https://tools.example/d" });
  expect(await healthOf(waiting.slug)).toMatchObject({ pause: "no_secret", silent: true });
  expect(third.toolSlug).toBe(fine.slug);
});

it("is only for hub administrators", async () => {
  const ben = context(database.db, actingUser(await createUser(database.db)));
  await expect(readHubOverview(ben)).rejects.toMatchObject({ code: "forbidden" });
});
