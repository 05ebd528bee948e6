// @module-tag full
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { runLoad } from "../soak/load";
import { createSoakWorld } from "../soak/world";
import { killHubs } from "../support/hub-process";
import { createPostgresDatabase } from "../support/postgres";
import { startRedis } from "../support/redis";
import { sharedResource } from "../support/shared-resource";

it("serves every kind of request from two hubs behind PgBouncer in transaction mode", async () => {
  await sharedResource("built-hub");
  const [database, redis] = [await createPostgresDatabase({ engine: "pgbouncer", empty: true }), await startRedis()];
  const world = await createSoakWorld({ databaseUrl: database.url, redisUrl: redis.url });
  try {
    const tallies = await runLoad(world, 60_000, 2);
    expect(tallies.flatMap(({ name, wrong }) => [...wrong].map((what) => [name, ...what]))).toEqual([]);
    const notSent = sql`select 1 from child_context_deliveries where tool_slug = 'soak-fast' and status = 'pending'`;
    await expect.poll(() => rowsOf(world.hub.db, notSent)).toEqual([]);
    expect(world.receivers["soak-fast"].received.length).toBeGreaterThan(0);
    for (const hub of world.hubs) expect(await hub.end("SIGTERM")).toBe(0);
  } finally {
    await killHubs();
    await world.close();
    await redis.stop();
    await database.close();
  }
});
