import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, childContextDeliveries as deliveries, entitlements, subscriptions } from "@/db/schema";
import { forecastGrants, grantToMany, revokeEntitlement } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";
import { inForm } from "@/tests/support/in-form";
import { enqueue } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

const HOOK = "https://tools.example/hooks";
const MANY = inForm({ short: 450, full: 3_000 });

let database: PostgresDatabase;
let admin: Ctx;
let hanna: { id: string; hubAdmin: boolean };
let toolSlug: string;
beforeAll(async () => {
  database = await createPostgresDatabase();
  hanna = await createUser(database.db, { name: "Hanna", hubAdmin: true });
  admin = context(database.db, actingUser(hanna));
});
afterAll(() => database.close());
beforeEach(async () => {
  toolSlug = (await createTool(database.db, { defaultWebhookUrl: HOOK })).slug;
});
afterEach(async () => {
  await database.db.delete(deliveries);
  await database.db.delete(entitlements);
  // Archived names can't be reused, so each test has its own.
  await database.db.update(brands).set({ archivedAt: NOW });
});

const many = (on: boolean, search = "") => ({ toolSlug, search, on });

/** As the page does it. Returns the changes per batch. */
async function doAll(on: boolean, search = "", ctx = admin): Promise<number[]> {
  const batches: number[] = [];
  let after: string | null = null;
  do {
    const done: Awaited<ReturnType<typeof grantToMany>> = await grantToMany(ctx, { ...many(on, search), after });
    batches.push(done.changed);
    after = done.after;
  } while (after !== null);
  return batches;
}

const entitled = () => database.db.$count(entitlements, eq(entitlements.toolSlug, toolSlug));
const written = (action: string) =>
  database.db.$count(auditEntries, and(eq(auditEntries.action, action), eq(auditEntries.targetId, toolSlug)));

describe("granting to many brands", () => {
  it("grants matching brands with subscription and audit entry, skipping archived and granted ones", async () => {
    const { db } = database;
    const [one, two, other] = [
      await createBrandFixture(db, { name: "North one" }),
      await createBrandFixture(db, { name: "North two" }),
      await createBrandFixture(db, { name: "South" }),
    ];
    const archived = await createBrandFixture(db, { name: "North gone", archivedAt: NOW });
    await db.insert(entitlements).values({ brandId: one.id, toolSlug, createdAt: NOW });
    expect(await forecastGrants(admin, many(true, "north"))).toEqual({ matching: 2, changing: 1 });
    expect(await doAll(true, "north")).toEqual([1]);
    const rows = await db.select().from(entitlements).where(eq(entitlements.toolSlug, toolSlug));
    expect(rows.map(({ brandId }) => brandId).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(rows.find(({ brandId }) => brandId === two.id)).toMatchObject({ grantedBy: hanna.id });
    const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.brandId, two.id));
    expect(subscription).toMatchObject({ webhookUrl: HOOK, enabled: true });
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.targetId, toolSlug));
    expect(entries.map(({ action, brandId, diff }) => [action, brandId, diff])).toEqual(
      expect.arrayContaining([
        ["entitlement.granted", two.id, null],
        ["entitlement.granted_to_many", null, { brands: [null, 1], "that match": [null, "north"] }],
      ]),
    );
    expect([other.id, archived.id].some((id) => rows.some(({ brandId }) => brandId === id))).toBe(false);
    // A second run changes nothing.
    expect(await forecastGrants(admin, many(true, "north"))).toEqual({ matching: 2, changing: 0 });
    expect(await doAll(true, "north")).toEqual([0]);
    expect(await written("entitlement.granted_to_many")).toBe(1);
  });

  it("revokes access with the subscription and cancels pending deliveries", async () => {
    const { db } = database;
    const brand = await createBrandFixture(db);
    await doAll(true);
    await enqueue(db, brand, 2);
    expect(await doAll(false)).toEqual([1]);
    expect([await entitled(), await db.$count(subscriptions)]).toEqual([0, 0]);
    expect(await db.$count(deliveries, eq(deliveries.status, "cancelled"))).toBe(2);
    expect(await written("entitlement.revoked")).toBe(1);
  });

  it("requires a hub administrator, recent re-authentication and an existing tool", async () => {
    const ben = context(database.db, actingUser(await createUser(database.db)));
    await expect(doAll(true, "", ben)).rejects.toMatchObject({ code: "forbidden" });
    await expect(forecastGrants(ben, many(true))).rejects.toMatchObject({ code: "forbidden" });
    const provedAt = new Date(NOW.getTime() - 16 * 60_000);
    const stale = context(database.db, signedInUser(hanna, { sid: newId(), provedAt }));
    await expect(doAll(true, "", stale)).rejects.toMatchObject({ name: "ReauthRequired" });
    const unknown = { ...many(true), toolSlug: "no-such-tool" };
    await expect(grantToMany(admin, { ...unknown, after: null })).rejects.toMatchObject({ code: "not_found" });
    await expect(forecastGrants(admin, unknown)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe(`on a hub of ${MANY.toLocaleString("en")} brands`, () => {
  let round = 0;
  const seed = () =>
    database.db.transaction(async (tx) => {
      round += 1;
      // Bare rows: a brand's other data doesn't matter here.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into brands (id, slug, name, identity_version, created_at)
        select gen_random_uuid(), 'many-' || ${round}::int || '-' || n, 'Many ' || n, 1, now() from generate_series(1, ${MANY}::int) n`);
    });

  it("works in batches of at most 200", async () => {
    await seed();
    for (const on of [true, false]) {
      expect(await forecastGrants(admin, many(on))).toEqual({ matching: MANY, changing: MANY });
      let [after, changed]: [string | null, number] = [null, 0];
      do {
        const done: Awaited<ReturnType<typeof grantToMany>> = await grantToMany(admin, { ...many(on), after });
        expect(done.changed).toBeLessThanOrEqual(200);
        changed += done.changed;
        after = done.after;
      } while (after !== null);
      expect([changed, await entitled()]).toEqual([MANY, on ? MANY : 0]);
    }
    expect(await written("entitlement.granted")).toBe(MANY);
  });

  it("ends consistently and without deadlock when granting and revoking at the same time", async () => {
    await seed();
    const [brand] = await database.db.select().from(brands).where(isNull(brands.archivedAt)).limit(1);
    const outcomes = await Promise.allSettled([
      doAll(true),
      doAll(true, "many"),
      doAll(false),
      revokeEntitlement(admin, { brandId: brand?.id ?? "", toolSlug }),
      doAll(false, "many"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "fulfilled"));
    // One subscription per entitlement and no others.
    expect(await database.db.$count(subscriptions)).toBe(await entitled());
    await doAll(true);
    expect([await entitled(), await database.db.$count(subscriptions)]).toEqual([MANY, MANY]);
  });
});
