import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, rowsOf } from "@/db/client";
import { brands } from "@/db/schema";
import { cancelStrandedDeliveries } from "@/lib/integrations/webhooks/cancel-deliveries";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { createTool, NOW, systemContext } from "@/tests/support/fixtures";
import { inForm } from "@/tests/support/in-form";
import { deliveriesOf, enqueue, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

const URL = "https://tool.example.com/hooks";
let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const claim = (tools: { slug: string; free: number; active?: number }[], limit = 100, now = NOW) =>
  claimDueDeliveries(systemContext(database.db, now), { tools, limit });
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("a claim", () => {
  it("leases deliveries for 30 s and returns what to send", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand);
    const [claimed] = await claim([{ slug: toolSlug, free: 1 }]);
    const [row] = await deliveriesOf(db, brand.id);
    expect(claimed).toEqual({
      id: row?.id,
      brandId: brand.id,
      toolSlug,
      type: "identity.updated",
      body: row?.body,
      webhookUrl: URL,
      host: "tool.example.com",
      wasSlow: false,
      attempt: 1,
      replays: 0,
      leaseToken: row?.leaseToken,
      claimedAt: NOW,
    });
    expect(row).toMatchObject({ status: "pending", attempts: 1, leaseUntil: later(30_000) });
  });

  it("takes the longest due first, one per subscription and at most 2 at a time", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand, 4);
    const [first, second, third] = await deliveriesOf(db, brand.id);
    const tools = [{ slug: toolSlug, free: 8 }];
    expect((await claim(tools)).map(({ id }) => id)).toEqual([first?.id]);
    expect((await claim(tools)).map(({ id }) => id)).toEqual([second?.id]);
    expect(await claim(tools)).toEqual([]);
    // `giveUpInterrupted` ends unrecorded attempts first.
    const afterLease = await claim(tools, 100, later(30_000));
    expect(afterLease.map(({ id }) => id)).toEqual([third?.id]);
  });

  it("turns JIT off for its own statement only", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand);
    const compiles = async (on: Database) => (await rowsOf<{ jit: string }>(on, sql`show jit`))[0]?.jit;
    const seen: unknown[] = [];
    const observed = new Proxy(db, {
      get: (target, name) =>
        name === "transaction"
          ? (work: (tx: Database) => Promise<unknown>) =>
              db.transaction(async (tx) => {
                seen.push(await compiles(tx));
                const result = await work(tx);
                seen.push(await compiles(tx));
                return result;
              })
          : Reflect.get(target, name),
    });
    const tools = [{ slug: toolSlug, free: 1 }];
    expect(await claimDueDeliveries(systemContext(observed, NOW), { tools, limit: 1 })).toHaveLength(1);
    expect(seen).toEqual(["on", "off"]);
  });

  it("keeps the limit of 2 across concurrent claims", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand, 20);
    const rounds = await Promise.all(Array.from({ length: 16 }, () => claim([{ slug: toolSlug, free: 8 }])));
    const claimed = rounds.flat().map(({ id }) => id);
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.length).toBeLessThanOrEqual(2);
    expect(new Set(claimed).size).toBe(claimed.length);
  });

  it("neither waits for an unfinished claim nor takes from its subscriptions", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand, 5);
    const input = { tools: [{ slug: toolSlug, free: 8 }], limit: 8 };
    await db.transaction(async (tx) => {
      expect(await claimDueDeliveries(systemContext(tx), input)).toHaveLength(1);
      expect(await claimDueDeliveries(systemContext(db), input)).toEqual([]);
    });
    expect(await claimDueDeliveries(systemContext(db), input)).toHaveLength(1);
  });

  it("doesn't block publishing, nor does publishing block it", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand);
    const input = { tools: [{ slug: toolSlug, free: 8 }], limit: 8 };
    await db.transaction(async (publishing) => {
      await enqueue(publishing, brand);
      await db.transaction(async (claiming) => {
        expect(await claimDueDeliveries(systemContext(claiming), input)).toHaveLength(1);
        await enqueue(publishing, brand);
      });
    });
    expect(await deliveriesOf(db, brand.id)).toHaveLength(3);
  });

  it("serves the least recently served subscription first", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const made = [];
    for (let index = 0; index < 3; index += 1) {
      made.push((await subscribe(db, URL, { toolSlug: tool.slug })).brand);
    }
    for (const brand of made) await enqueue(db, brand, 2);
    const tools = [{ slug: tool.slug, free: 8 }];
    const order: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const [claimed] = await claim(tools, 1, later(index));
      order.push(claimed?.brandId ?? "");
    }
    expect(new Set(order.slice(0, 3)).size).toBe(3);
    expect(order.slice(3)).toEqual(order.slice(0, 3));
  });

  it("serves every subscription before any of them twice more, even if each claim sees only a few", async () => {
    const { db } = database;
    const tool = await createTool(db);
    for (let index = 0; index < 30; index += 1) {
      const { brand } = await subscribe(db, URL, { toolSlug: tool.slug });
      if (index % 3 > 0) await enqueue(db, brand, 4);
    }
    const counts = new Map<string, number>();
    for (let round = 1; round <= 40; round += 1) {
      const claimed = await claim([{ slug: tool.slug, free: 2 }], 2, later(round * 31_000));
      expect(claimed).toHaveLength(2);
      for (const { brandId } of claimed) counts.set(brandId, (counts.get(brandId) ?? 0) + 1);
      const served = [...counts.values()];
      const fewest = counts.size < 20 ? 0 : Math.min(...served);
      expect(Math.max(...served) - fewest).toBeLessThanOrEqual(1);
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 20 }, () => 4));
  });

  it("queues a new subscription by its creation time", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const served = (await subscribe(db, URL, { toolSlug: tool.slug })).brand;
    await enqueue(db, served, 2);
    const tools = [{ slug: tool.slug, free: 8 }];
    expect(await claim(tools, 1, later(-1))).toMatchObject([{ brandId: served.id }]);
    const fresh = (await subscribe(db, URL, { toolSlug: tool.slug })).brand;
    await enqueue(db, fresh);
    expect(await claim(tools, 1)).toMatchObject([{ brandId: served.id }]);
    expect(await claim(tools, 1)).toMatchObject([{ brandId: fresh.id }]);
  });

  it("shares by tool: fewest in flight first, then least recently served", async () => {
    const { db } = database;
    const [many, few] = [await createTool(db), await createTool(db)];
    for (let index = 0; index < 6; index += 1)
      await enqueue(db, (await subscribe(db, URL, { toolSlug: many.slug })).brand, 2);
    await enqueue(db, (await subscribe(db, URL, { toolSlug: few.slug })).brand, 4);
    const slugs = async (free: number, limit: number, now: Date) =>
      (
        await claim(
          [
            { slug: many.slug, free, active: 8 - free },
            { slug: few.slug, free: 8 },
          ],
          limit,
          now,
        )
      ).map(({ toolSlug }) => toolSlug);
    expect((await slugs(8, 2, later(1))).sort()).toEqual([many.slug, few.slug].sort());
    expect(await slugs(7, 1, later(2))).toEqual([few.slug]);
    expect(await slugs(8, 1, later(3))).toEqual([many.slug]);
  });

  it("respects each tool's limit and ignores unlisted tools", async () => {
    const { db } = database;
    const [one, other] = [await createTool(db), await createTool(db)];
    for (let index = 0; index < 3; index += 1) {
      await enqueue(db, (await subscribe(db, URL, { toolSlug: one.slug })).brand);
      await enqueue(db, (await subscribe(db, URL, { toolSlug: other.slug })).brand);
    }
    expect(await claim([{ slug: one.slug, free: 2 }])).toHaveLength(2);
    expect(
      (
        await claim([
          { slug: one.slug, free: 8 },
          { slug: other.slug, free: 2 },
        ])
      )
        .map(({ toolSlug }) => toolSlug)
        .sort(),
    ).toEqual([one.slug, other.slug, other.slug].sort());
    expect(await claim([])).toEqual([]);
  });

  it("skips disabled subscriptions, disabled tools and archived brands", async () => {
    const { db } = database;
    const off = await subscribe(db, URL);
    await enqueue(db, off.brand);
    await db.execute(
      sql`update subscriptions set enabled = false, disabled_reason = 'off' where brand_id = ${off.brand.id}`,
    );
    const disabled = await createTool(db, { status: "disabled" });
    await enqueue(db, (await subscribe(db, URL, { toolSlug: disabled.slug })).brand);
    const archived = await subscribe(db, URL);
    await enqueue(db, archived.brand);
    await db.update(brands).set({ archivedAt: NOW }).where(sql`id = ${archived.brand.id}`);
    const tools = [off.toolSlug, disabled.slug, archived.toolSlug].map((slug) => ({ slug, free: 8 }));
    expect(await claim(tools)).toEqual([]);
  });
});

describe("a claim with many blocked receivers", () => {
  it("skips them, and deliveries waiting to retry", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const hanging = { toolSlug: tool.slug, host: "hangs.example.com" };
    for (let index = 0; index < 12; index += 1)
      await enqueue(db, (await subscribe(db, `https://${hanging.host}/hooks`, { toolSlug: tool.slug })).brand);
    for (let index = 0; index < 12; index += 1) {
      const { brand } = await subscribe(db, URL, { toolSlug: tool.slug });
      await enqueue(db, brand, 1, later(60_000));
    }
    const fine = await subscribe(db, URL, { toolSlug: tool.slug });
    await enqueue(db, fine.brand);
    const input = { tools: [{ slug: tool.slug, free: 2 }], limit: 2, hanging: [hanging] };
    await db.execute(sql`update child_context_deliveries set due_at = ${later(60_000).toISOString()}::timestamptz
      where tool_slug = ${tool.slug} and created_at > ${NOW.toISOString()}::timestamptz`);
    const claimed = await claimDueDeliveries(systemContext(db), input);
    expect(claimed.map(({ brandId }) => brandId)).toEqual([fine.brand.id]);
  });
});

describe("what can't be sent again", () => {
  it("is cancelled if the subscription is off or gone or the brand archived, unless leased", async () => {
    const { db } = database;
    const off = await subscribe(db, URL);
    const gone = await subscribe(db, URL);
    const archived = await subscribe(db, URL);
    const fine = await subscribe(db, URL);
    for (const { brand } of [off, gone, archived, fine]) await enqueue(db, brand);
    for (const { toolSlug } of [off, gone, fine]) await claim([{ slug: toolSlug, free: 1 }]);
    await db.execute(
      sql`update subscriptions set enabled = false, disabled_reason = 'off' where brand_id = ${off.brand.id}`,
    );
    await db.execute(sql`delete from entitlements where brand_id = ${gone.brand.id}`);
    await db.update(brands).set({ archivedAt: NOW }).where(sql`id = ${archived.brand.id}`);
    const statuses = async () =>
      (await Promise.all([off, gone, archived, fine].map(({ brand }) => deliveriesOf(db, brand.id)))).map(
        ([delivery]) => delivery?.status,
      );

    await cancelStrandedDeliveries(systemContext(db, later(29_999)));
    expect(await statuses()).toEqual(["pending", "pending", "cancelled", "pending"]);
    await cancelStrandedDeliveries(systemContext(db, later(30_000)));
    expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled", "pending"]);
  });
});

describe("with many deliveries waiting", () => {
  it("a claim reads a few rows by index, never the table", async () => {
    const { db, close } = await createPostgresDatabase({ poolSize: 1 });
    const tool = await createTool(db);
    const made = [];
    for (let index = 0; index < 20; index += 1) made.push((await subscribe(db, URL, { toolSlug: tool.slug })).brand);
    // Half of the subscriptions have nothing due. Skipping them must not read the others' rows.
    const busy = `array[${made.slice(0, 10).map(({ id }) => `'${id}'`)}]::uuid[]`;
    await db.execute(
      sql.raw(`insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
        select gen_random_uuid(), (${busy})[1 + i % 10], '${tool.slug}', 'identity.updated', repeat('x', 300),
          '${NOW.toISOString()}'::timestamptz - i * interval '1 second', now()
        from generate_series(1, ${inForm({ short: 20_000, full: 100_000 })}) i`),
    );
    await db.execute(sql`analyze`);
    const read = async () => {
      await db.execute(sql`select pg_stat_force_next_flush()`);
      const [row] = await rowsOf<{ rows: number }>(
        db,
        sql`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables where relname = 'child_context_deliveries'`,
      );
      return row?.rows ?? 0;
    };
    const before = await read();

    const claimed = [];
    for (let index = 0; index < 3; index += 1) {
      claimed.push(
        ...(await claimDueDeliveries(systemContext(db), { tools: [{ slug: tool.slug, free: 100 }], limit: 100 })),
      );
    }

    expect(claimed).toHaveLength(20);
    expect((await read()) - before).toBeLessThan(1_000);
    await close();
  });
});
