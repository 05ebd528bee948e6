import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { childContextDeliveries as deliveries, tools } from "@/db/schema";
import { listEndpoints } from "@/lib/integrations/server";
import { countsByDay } from "@/lib/integrations/webhooks/list-endpoints";
import { newId } from "@/lib/platform/ids";
import { openTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { SECRET, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase } from "@/tests/support/postgres";

const WEEK = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14"];

const database = openTestDatabase();

async function scene() {
  const { db } = database;
  const [viewer, nonMember] = [await createUser(db), await createUser(db)];
  const brand = await createBrandFixture(db, { members: { [viewer.id]: "viewer" } });
  const { toolSlug } = await subscribe(db, "https://tool.example.com/hook", { brand });
  const record = (values: Partial<typeof deliveries.$inferInsert>) => {
    const status = values.status ?? "delivered";
    return db.insert(deliveries).values({
      id: newId(),
      brandId: brand.id,
      toolSlug,
      type: "identity.updated",
      body: "{}",
      dueAt: NOW,
      createdAt: NOW,
      finishedAt: status === "pending" ? null : NOW,
      reason: status === "dead" || status === "cancelled" ? "It was." : null,
      ...values,
      status,
    });
  };
  return {
    db,
    brand,
    toolSlug,
    record,
    ctx: context(db, actingUser(viewer)),
    nonMember: context(db, actingUser(nonMember)),
  };
}

describe("the health of a brand's endpoints", () => {
  it("counts deliveries of seven UTC days by result, empty days included", async () => {
    const { ctx, brand, record } = await scene();
    await record({ createdAt: new Date("2026-03-08T00:00:00.000Z") });
    await record({ createdAt: new Date("2026-03-07T23:59:59.999Z") });
    await record({ createdAt: new Date("2026-03-13T23:59:59.999Z"), status: "dead", attempts: 18 });
    await record({ createdAt: new Date("2026-03-13T12:00:00.000Z"), status: "pending", attempts: 3 });
    await record({ status: "pending" });
    await record({ status: "cancelled" });
    const [endpoint] = await listEndpoints(ctx, { brandId: brand.id });
    const none = { delivered: 0, failed: 0, waiting: 0, cancelled: 0 };
    const expected: Record<string, Partial<typeof none>> = {
      "2026-03-08": { delivered: 1 },
      "2026-03-13": { failed: 2 },
      "2026-03-14": { waiting: 1, cancelled: 1 },
    };
    expect(endpoint?.days).toEqual(WEEK.map((day) => ({ day, ...none, ...expected[day] })));
    expect(endpoint?.pending).toBe(2);
  });

  it("separates tools and brands, and includes a tool without a webhook URL", async () => {
    const { db, ctx, brand, toolSlug, record } = await scene();
    const other = await subscribe(db, "https://tool.example.com/hook", { toolSlug: (await createTool(db)).slug });
    await record({ toolSlug: other.toolSlug, brandId: other.brand.id });
    await record({});
    const silent = await createTool(db, { name: "A silent tool" });
    await entitle(db, brand.id, silent.slug);
    const endpoints = await listEndpoints(ctx, { brandId: brand.id });
    expect(endpoints.map(({ tool, subscription }) => [tool.slug, subscription?.webhookUrl ?? null])).toEqual([
      [silent.slug, null],
      // A viewer sees only the origin.
      [toolSlug, "https://tool.example.com/…"],
    ]);
    const delivered = endpoints.map(({ days }) => days.reduce((sum, day) => sum + day.delivered, 0));
    expect(delivered).toEqual([0, 1]);
  });

  it("returns why a tool is paused", async () => {
    const { db, ctx, brand, toolSlug } = await scene();
    const holdWith = async (secrets: string[]) =>
      (await listEndpoints(withWebhookSecrets(ctx, ...secrets), { brandId: brand.id }))[0]?.pause;
    expect(await holdWith([SECRET])).toBeNull();
    expect(await holdWith([])).toBe("no_secret");
    await db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, toolSlug));
    expect(await holdWith([SECRET])).toBe("tool_disabled");
  });

  it("requires membership", async () => {
    const { nonMember, brand } = await scene();
    await expect(listEndpoints(nonMember, { brandId: brand.id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("counting 42,000 deliveries", () => {
  it("reads the newest of each day from the index on brand and time, on a real PostgreSQL", async () => {
    const server = await createPostgresDatabase();
    try {
      const { db } = server;
      const [brand, other] = [await createBrandFixture(db), await createBrandFixture(db)];
      for (const slug of ["tool-a", "tool-b", "tool-c"]) await createTool(db, { slug });
      const at = sql`${NOW.toISOString()}::timestamptz`;
      await db.execute(sql`
        insert into child_context_deliveries (id, brand_id, tool_slug, type, body, status, due_at, created_at, finished_at)
        select gen_random_uuid(), brand, (array['tool-a', 'tool-b', 'tool-c'])[1 + i % 3], 'identity.updated', '{}',
          'delivered', ${at}, ${at} - i * interval '30 seconds', ${at}
        from generate_series(1, 21000) i, unnest(array[${brand.id}, ${other.id}]::uuid[]) brand`);
      await db.execute(sql`analyze child_context_deliveries`);
      const plan = await rowsOf<{ "QUERY PLAN": string }>(db, sql`explain ${countsByDay(brand.id, WEEK)}`);
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).toContain("deliveries_brand_created_idx");
      expect(text).not.toContain("Seq Scan on child_context_deliveries");
      const counted = await rowsOf<{ delivered: number }>(db, countsByDay(brand.id, WEEK));
      expect(counted.reduce((sum, row) => sum + row.delivered, 0)).toBe(7_000);
    } finally {
      await server.close();
    }
  });
});
