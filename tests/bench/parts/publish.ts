import { sql } from "drizzle-orm";
import { renameBrand } from "@/lib/brands/server";
import { actingUser } from "../../support/fixtures";
import type { Measure, Pair, Part, ResourceStack } from "../part";
import { openBenchDatabase } from "../postgres-hub";

const SUBSCRIPTIONS = 10_000;

async function open(stack: ResourceStack): Promise<Pair[]> {
  const { db, brand, owner, acting } = await openBenchDatabase(stack);
  await db.transaction(async (tx) => {
    const numbers = sql`generate_series(1, ${SUBSCRIPTIONS}::int) n`;
    const tool = sql`'fan-out-' || n`;
    await tx.execute(
      sql`insert into tools (slug, name, status, created_at) select ${tool}, 'Tool ' || n, 'active', now() from ${numbers}`,
    );
    await tx.execute(
      sql`insert into entitlements (brand_id, tool_slug, created_at) select ${brand.id}, ${tool}, now() from ${numbers}`,
    );
    await tx.execute(sql`insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
      select ${brand.id}, ${tool}, 'https://tools.example.com/' || n, now() from ${numbers}`);
  });
  await db.execute(sql`analyze`);
  const timed =
    (work: () => Promise<unknown>): Measure =>
    async () => {
      await db.execute(sql`truncate child_context_deliveries cascade`);
      const startedMs = performance.now();
      await work();
      return { value: performance.now() - startedMs };
    };

  const body = {
    type: "identity.updated",
    occurred_at: new Date().toISOString(),
    brand_id: brand.id,
    brand_slug: brand.slug,
    identity_version: 2,
    previous_version: 1,
    changed: ["brand"],
  };
  const bare = () =>
    db.execute(sql`
      insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
      select gen_random_uuid(), brand_id, tool_slug, 'identity.updated', ${JSON.stringify({ id: owner.id, ...body })}::text, now(), now()
      from subscriptions where brand_id = ${brand.id}`);
  let published = 0;
  const publish = () => {
    published += 1;
    const given = { brandId: brand.id, slug: brand.slug, name: `Alder ${published}` };
    return renameBrand(acting(actingUser(owner)), given);
  };
  return [
    {
      what: `a publish to ${SUBSCRIPTIONS.toLocaleString("en")} subscriptions`,
      unit: "ms",
      goal: { atMost: 2 },
      rounds: 7,
      anchor: { what: "one INSERT … SELECT with the same number of rows", measure: timed(bare) },
      hub: timed(publish),
    },
  ];
}

export const publish: Part = { name: "publish", what: "A publish", open };
