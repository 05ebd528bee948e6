// @module-tag full
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { LISTENER_NAME } from "@/db/drivers/listen";
import { ingestEvents } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { contextOf } from "@/lib/runtime/hub";
import { createSoakWorld, type SoakWorld } from "../soak/world";
import { sampleDocument } from "../support/documents";
import { killHubs, startHub } from "../support/hub-process";
import { createPostgresDatabase } from "../support/postgres";
import { startRedis } from "../support/redis";
import { sharedResource } from "../support/shared-resource";

/** Stops the hubs' minute tick, so a webhook leaves by a wake-up or never. */
const NO_MINUTES = `--import=${pathToFileURL("tests/support/no-minutes.mjs")}`;

/** Publishes in this process, which has no tick. The hubs learn of it only by its notification. */
async function publishHere({ hub, brands: [brand] }: SoakWorld, tagline: string): Promise<void> {
  if (!brand) throw new Error("there is no brand");
  const [stored] = await rowsOf<{ version: number }>(
    hub.db,
    sql`select identity_version as version from brands where id = ${brand.id}`,
  );
  const owner = contextOf(hub, { actor: { kind: "user", userId: brand.owner.id, hubAdmin: false }, now: new Date() });
  const document = sampleDocument({ identity: { schema: 1, brand: { tagline }, personality: {}, persona: {} } });
  const brandId = brand.id;
  const { revision } = await saveDraft(owner, { brandId, baseVersion: stored?.version ?? 0, revision: null, document });
  await publishDraft(owner, { brandId, revision, note: null });
}

it("another process sends a webhook without waiting for the minute tick, even right after its listening connection was cut", async () => {
  await sharedResource("built-hub");
  const [database, redis] = [await createPostgresDatabase({ empty: true, engine: "18" }), await startRedis()];
  const world = await createSoakWorld({ databaseUrl: database.url, redisUrl: redis.url, hubs: 0 });
  const listeners = sql`from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`;
  const turns = 60;
  try {
    const started = { ...world.environment, NODE_OPTIONS: `${world.environment.NODE_OPTIONS} ${NO_MINUTES}` };
    const hubs = [await startHub("", { ...started, PORT: new URL(world.baseUrl).port }), await startHub("", started)];
    const counted = async () => (await rowsOf(database.db, sql`select pid ${listeners}`)).length;
    await expect.poll(counted).toBe(hubs.length);
    const { received } = world.receivers["soak-fast"];
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn % 3 === 2) await database.db.execute(sql`select pg_terminate_backend(pid) ${listeners}`);
      const before = received.length;
      if (turn % 2 === 0) await publishHere(world, `Turn ${turn}`);
      else
        await ingestEvents(
          contextOf(world.hub, { actor: { kind: "tool", toolSlug: "soak-failing" }, now: new Date() }),
          {
            events: [
              {
                brand_id: world.brands[0]?.id ?? "",
                type: "asset.approved",
                occurred_at: new Date().toISOString(),
                idempotency_key: newId(),
                payload: {},
              },
            ],
          },
        );
      await expect.poll(() => received.length, { interval: 5 }).toBe(before + 1);
    }
    for (const hub of hubs) expect(await hub.end("SIGTERM")).toBe(0);
    await expect.poll(counted).toBe(0);
  } finally {
    await killHubs();
    await world.close();
    await redis.stop();
    await database.close();
  }
});
