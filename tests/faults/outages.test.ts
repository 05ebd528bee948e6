// @module-tag full
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDatabase, rowsOf } from "@/db/client";
import { newId } from "@/lib/platform/ids";
import { createSoakWorld, type SoakWorld } from "../soak/world";
import { killHubs } from "../support/hub-process";
import { startPostgres } from "../support/postgres-server";
import { startRedis } from "../support/redis";
import { sharedResource } from "../support/shared-resource";

/** Sends one event. Status 200 means that the hub has stored it. */
async function send({ hubs, brands, tools }: SoakWorld, index: number): Promise<{ key: string; status: number }> {
  const key = newId();
  const event = {
    brand_id: brands[index % brands.length]?.id,
    type: "asset.approved",
    occurred_at: new Date().toISOString(),
    idempotency_key: key,
    payload: {},
  };
  const answer = await fetch(`${hubs[index % hubs.length]?.baseUrl}/api/public/v1/events`, {
    method: "POST",
    headers: { "content-type": "application/json", ...tools[2]?.headers },
    body: JSON.stringify(event),
  });
  await answer.arrayBuffer();
  return { key, status: answer.status };
}

it("loses no acknowledged event when PostgreSQL stops, and delivers each once it is back", async () => {
  await sharedResource("built-hub");
  const [cluster, redis] = [await startPostgres(), await startRedis()];
  const world = await createSoakWorld({ databaseUrl: cluster.templateUrl, redisUrl: redis.url });
  const outages = 12;
  try {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let sending = true;
    let asked = 0;
    const senders = Array.from({ length: 4 }, async () => {
      while (sending) {
        const { key, status } = await send(world, asked++);
        statuses.add(status);
        if (status === 200) acknowledged.push(key);
      }
    });
    const oneMoreOf = (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(count + 10);
    await oneMoreOf(0);
    for (let outage = 0; outage < outages; outage++) {
      await cluster.halt();
      await new Promise((later) => setTimeout(later, 300));
      await cluster.resume();
      // Nobody tells the hubs that the database is back.
      await oneMoreOf(acknowledged.length);
    }
    sending = false;
    await Promise.all(senders);
    const database = await openDatabase({ driver: "pg", url: cluster.templateUrl });
    const stored = await rowsOf<{ key: string }>(database.db, sql`select idempotency_key as key from events`);
    const keys = new Set(stored.map(({ key }) => key));
    const lost = acknowledged.filter((key) => !keys.has(key));
    expect(lost).toEqual([]);
    expect([...statuses].filter((status) => status !== 200 && status !== 500)).toEqual([]);
    const waiting = sql`select 1 from child_context_deliveries where tool_slug = 'soak-fast' and status = 'pending' limit 1`;
    await expect.poll(() => rowsOf(database.db, waiting), { timeout: 120_000 }).toEqual([]);
    const passedOn = new Set(world.receivers["soak-fast"].received.map(({ headers }) => headers["webhook-id"]));
    expect(passedOn.size).toBeGreaterThanOrEqual(acknowledged.length);
    await database.close();
  } finally {
    await killHubs();
    await world.close();
    await cluster.stop();
    await redis.stop();
  }
});
