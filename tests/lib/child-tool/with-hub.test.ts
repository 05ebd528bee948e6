import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { events } from "@/db/schema";
import { storeOn } from "@/tests/child-tool/store";
import { loadDatabase } from "@/tests/support/database";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { type RunningStudio, startStudio } from "./start-studio";

const WEBHOOK_SECRET = "brand-studio-webhook-secret-0123456789abcdef";
let childDb: PGlite;
let hub: HubForTools;
let studio: RunningStudio;

beforeAll(async () => {
  hub = await createHubForTools();
  childDb = await loadDatabase();
  const store = await storeOn(childDb);
  const { childApp: token } = hub.world.tokens;
  studio = await startStudio({ hubUrl: hub.url, token, store, webhookSecrets: [WEBHOOK_SECRET] });
  await hub.subscribe(`${studio.url}/webhooks/hub`);
});
afterAll(async () => {
  await studio.close();
  await hub.close();
  await childDb.close();
});

it("shows a publish of the real hub: delivered within a tick, verified, read with since", async () => {
  const visitor = studio.visitor();
  const address = await visitor.connect();
  const state = address.searchParams.get("state") ?? "";
  const token = await hub.handOff(address.searchParams.get("brand_id"));
  expect((await visitor.post("/hub/callback", { token, expires_at: "1773480713", state })).status).toBe(303);
  const before = await visitor.page();
  expect(before).toContain("Made to be mended");
  expect(before).toContain("Version 1");

  await hub.publish("Mended twice, loved once");
  expect(await visitor.page()).toContain("Version 1");
  expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });

  const after = await visitor.page();
  expect(after).toContain("Mended twice, loved once");
  expect(after).toContain("Version 2");
  expect(after).toContain("identity.updated, version 2");
  expect(after).toContain("asked for anything newer than version 1: version 2");
  expect(studio.errors).toEqual([]);
});

it("sends the real hub one event, however often the form is sent", async () => {
  const visitor = studio.visitor();
  const state = (await visitor.connect()).searchParams.get("state") ?? "";
  await visitor.post("/hub/callback", { token: await hub.handOff(hub.world.brands.own.id), state });
  const page = await visitor.page();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
  const fields = Object.fromEntries(["form_key", "idempotency_key", "occurred_at"].map((name) => [name, field(name)]));
  for (const _ of [1, 2]) await visitor.post("/events/demo", fields);
  const stored = await hub.world.db.select().from(events);
  expect(stored).toMatchObject([
    { brandId: hub.world.brands.own.id, type: "asset.published", idempotencyKey: fields.idempotency_key },
  ]);
  expect(await visitor.page()).toContain("the hub had it already");
});

it("reads each brand by its id, and none without a grant", async () => {
  const { own, second } = hub.world.brands;
  expect((await studio.studio.cache.get(own.id, true)).bundle.brand.id).toBe(own.id);
  await expect(studio.studio.cache.get(second.id, true)).rejects.toMatchObject({ code: "forbidden", status: 403 });
  const { rows } = await childDb.query<{ brand_id: string }>("select brand_id from brand_cache");
  expect(rows).toEqual([{ brand_id: own.id }]);
});
