import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseClock, type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { constraintOf, sqlStateOf } from "@/db/errors";
import { brands, brandVersions, events, tools } from "@/db/schema";
import { emptyDocument } from "@/lib/content";
import { enqueueIdentityUpdated, ingestEvents } from "@/lib/integrations/server";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { completeDelivery } from "@/lib/integrations/webhooks/complete-delivery";
import { createBrandFixture, createTool, entitle, NOW, systemContext, toolContext } from "@/tests/support/fixtures";
import { attemptsOf, deliveriesOf, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase } from "@/tests/support/postgres";
import { LONG_DATABASE_TIMEOUTS } from "@/tests/support/timeouts";
import { createWebsocketProxy } from "@/tests/support/websocket-proxy";

interface Opened {
  database: OpenDatabase;
  cleanUp: () => Promise<unknown>;
}

async function embedded(): Promise<Opened> {
  const directory = await mkdtemp(join(tmpdir(), "hub-embedded-"));
  return {
    database: await openDatabase({ driver: "embedded", directory }),
    cleanUp: () => rm(directory, { recursive: true }),
  };
}

async function server(): Promise<Opened> {
  const { url, close } = await createPostgresDatabase({ empty: true });
  return { database: await openDatabase({ driver: "pg", url, timeouts: LONG_DATABASE_TIMEOUTS }), cleanUp: close };
}

async function vercel(): Promise<Opened> {
  const proxy = await createWebsocketProxy();
  const { url, close } = await createPostgresDatabase({ empty: true });
  // The driver accepts only `localhost` or one of Vercel's pooled host names.
  const local = url.replace("127.0.0.1", "localhost");
  return {
    database: await openDatabase({ driver: "vercel-postgres", url: local }),
    cleanUp: async () => {
      await close();
      await proxy.close();
    },
  };
}

describe.each([
  ["embedded", embedded],
  ["pg", server],
  ["@vercel/postgres", vercel],
])("the driver %s", (_name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
    await opened.database.migrate();
  });
  afterAll(async () => {
    await opened.database.close();
    await opened.cleanUp();
  });

  it("migrates an empty database once", async () => {
    const { db, migrate } = opened.database;
    const applied = () => rowsOf<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations order by id`);
    const before = await applied();
    expect(before.length).toBeGreaterThan(0);
    await migrate();
    expect(await applied()).toEqual(before);
  });

  it("keeps a committed transaction's writes, and none of a failed one's", async () => {
    const { db } = opened.database;
    const insert = (tx: typeof db, slug: string) =>
      tx.insert(tools).values({ slug, name: "Tool", status: "active", eventPatterns: ["a.*", "b"], createdAt: NOW });
    await db.transaction((tx) => insert(tx, "kept"));
    const failed = db.transaction(async (tx) => {
      await insert(tx, "lost");
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await db.select().from(tools).where(eq(tools.slug, "kept"))).toMatchObject([
      { eventPatterns: ["a.*", "b"], createdAt: NOW, defaultWebhookUrl: null },
    ]);
    expect(await db.select().from(tools).where(eq(tools.slug, "lost"))).toEqual([]);
  });

  it("publishes a version with its deliveries, and sends them once", async () => {
    const { db } = opened.database;
    const { brand, toolSlug } = await subscribe(db, "https://tool.example.com/hooks");
    const snapshot = { ...emptyDocument(), brand: { name: "Ümlaut ✓", slug: brand.slug } };
    await db.transaction(async (tx) => {
      const changed = ["brand" as const];
      await tx.insert(brandVersions).values({ brandId: brand.id, version: 2, snapshot, changed, createdAt: NOW });
      await tx.update(brands).set({ identityVersion: 2, name: snapshot.brand.name }).where(eq(brands.id, brand.id));
      await enqueueIdentityUpdated(systemContext(tx), {
        brandId: brand.id,
        brandSlug: brand.slug,
        version: 2,
        previousVersion: 1,
        digest: "0".repeat(64),
        changed,
      });
    });
    const stored = await db.select().from(brandVersions).where(eq(brandVersions.brandId, brand.id));
    expect(stored.find(({ version }) => version === 2)).toMatchObject({ snapshot, changed: ["brand"], createdAt: NOW });

    const claim = () => claimDueDeliveries(systemContext(db), { tools: [{ slug: toolSlug, free: 8 }], limit: 8 });
    const [delivery] = await claim();
    if (!delivery) throw new Error("nothing was claimed");
    expect(await claim()).toEqual([]);
    expect(delivery).toMatchObject({ attempt: 1, webhookUrl: "https://tool.example.com/hooks" });
    const result = { status: 200, errorClass: null, durationMs: 3, responseExcerpt: "✓", retryAfterSeconds: null };
    expect(await completeDelivery(systemContext(db), { delivery, result })).toBe(true);
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "delivered", attempts: 1, finishedAt: NOW }]);
    expect(await attemptsOf(db, delivery.id)).toMatchObject([{ responseExcerpt: "✓" }]);
  });

  it("refuses a version without a snapshot at commit, by constraint name", async () => {
    const { db } = opened.database;
    const brand = await createBrandFixture(db);
    const failed = db.transaction((tx) => tx.update(brands).set({ identityVersion: 2 }).where(eq(brands.id, brand.id)));
    const error = await failed.then(() => null).catch((thrown: unknown) => thrown);
    expect(sqlStateOf(error)).toBe("23503");
    expect(constraintOf(error)).toBe("brands_current_version_fkey");
  });

  it("accepts an event once", async () => {
    const { db } = opened.database;
    const tool = await createTool(db);
    const brand = await createBrandFixture(db);
    await entitle(db, brand.id, tool.slug);
    const event = {
      brand_id: brand.id,
      type: "asset.approved",
      occurred_at: NOW.toISOString(),
      idempotency_key: "key",
      payload: { text: "ä", list: [1, null] },
    };
    expect(await ingestEvents(toolContext(db, tool.slug), { events: [event, event] })).toEqual([
      { deduped: false },
      { deduped: true },
    ]);
    expect(await db.select().from(events).where(eq(events.brandId, brand.id))).toMatchObject([
      { payload: event.payload, occurredAt: NOW, duplicates: 1 },
    ]);
  });

  it("returns the database's time", async () => {
    const [earlier, later] = [await databaseClock(opened.database.db), await databaseClock(opened.database.db)];
    expect(later.getTime()).toBeGreaterThanOrEqual(earlier.getTime());
    expect(Math.abs(earlier.getTime() - Date.now())).toBeLessThan(60_000);
  });
});
