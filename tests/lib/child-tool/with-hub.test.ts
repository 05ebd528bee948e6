import { createServer } from "node:http";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { events } from "@/db/schema";
import { handOffToTool } from "@/lib/federation/server";
import { openEditor, publishDraft, saveDraft } from "@/lib/identity/server";
import { createListener } from "@/lib/server/listener";
import { BrandStore } from "@/tests/child-tool/store";
import { actingUser, context, signedInUser } from "@/tests/support/fixtures";
import { type Listening, listen } from "@/tests/support/listen";
import { createWorld, type World } from "@/tests/support/world";
import { type RunningStudio, startStudio } from "./start-studio";

const WEBHOOK_SECRET = "brand-studio-webhook-secret-0123456789abcdef";
const childDb = new PGlite();
let world: World;
let hub: Listening;
let studio: RunningStudio;

async function internal(operation: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${world.tokens.dispatch}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${hub.port}/api/public/v1/internal/${operation}`, init);
  expect(response.status).toBe(200);
  return response.json();
}

/** Publishes a new tagline, as the owner does in the hub's pages. */
async function publish(tagline: string): Promise<void> {
  const ctx = context(world.db, actingUser(world.users.owner), new Date());
  const { document, version } = await openEditor(ctx, { brandId: world.brands.own.id });
  document.identity.brand.tagline = tagline;
  const save = { brandId: world.brands.own.id, baseVersion: version, revision: null, document };
  const { revision } = await saveDraft(ctx, save);
  await publishDraft(ctx, { brandId: world.brands.own.id, revision, note: null });
}

/** What the hub's page would post to the tool for the owner. */
async function handOff(brandId: string | null): Promise<string> {
  const authTimeSeconds = Math.floor(Date.now() / 1000);
  const owner = signedInUser(world.users.owner, { sid: world.sids.owner, authTimeSeconds });
  const input = { toolSlug: "brand-studio", brandId: brandId ?? undefined };
  return (await handOffToTool(context(world.db, owner, new Date()), input)).token;
}

beforeAll(async () => {
  world = await createWorld();
  hub = await listen(createServer(createListener(async (_, response) => void response.writeHead(404).end())));
  const hubUrl = `http://127.0.0.1:${hub.port}`;
  const store = await BrandStore.on(childDb);
  studio = await startStudio({ hubUrl, token: world.tokens.childApp, store, webhookSecrets: [WEBHOOK_SECRET] });
  await world.db.execute(
    "update tools set connect_url = 'http://localhost:4100/hub/callback' where slug = 'brand-studio'",
  );
  await internal("register-subscription", {
    brand_id: world.brands.own.id,
    tool_slug: "brand-studio",
    webhook_url: `${studio.url}/webhooks/hub`,
  });
});
afterAll(async () => {
  await studio.close();
  await hub.close();
  await world.close();
  await childDb.close();
});

it("learns of a change from the real hub: published, delivered within a tick, verified, read with since, shown", async () => {
  const visitor = studio.visitor();
  const address = await visitor.connect();
  const state = address.searchParams.get("state") ?? "";
  const token = await handOff(address.searchParams.get("brand_id"));
  expect((await visitor.post("/hub/callback", { token, expires_at: "1773480713", state })).status).toBe(303);
  const before = await visitor.page();
  expect(before).toContain("Made to be mended");
  expect(before).toContain("Version 1");

  await publish("Mended twice, loved once");
  expect(await visitor.page()).toContain("Version 1");
  expect(await internal("dispatch-tick")).toEqual({ processed: 1, failed: 0 });

  const after = await visitor.page();
  expect(after).toContain("Mended twice, loved once");
  expect(after).toContain("Version 2");
  expect(after).toContain("identity.updated, version 2");
  expect(after).toContain("asked for anything newer than version 1: version 2");
  expect(studio.errors).toEqual([]);
});

it("sends the real hub an event, once however often the form is sent", async () => {
  const visitor = studio.visitor();
  const state = (await visitor.connect()).searchParams.get("state") ?? "";
  await visitor.post("/hub/callback", { token: await handOff(world.brands.own.id), state });
  const page = await visitor.page();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
  const fields = Object.fromEntries(["form_key", "idempotency_key", "occurred_at"].map((name) => [name, field(name)]));
  for (const _ of [1, 2]) await visitor.post("/events/demo", fields);
  const stored = await world.db.select().from(events);
  expect(stored).toMatchObject([
    { brandId: world.brands.own.id, type: "asset.published", idempotencyKey: fields.idempotency_key },
  ]);
  expect(await visitor.page()).toContain("the hub had it already");
});

it("reads each brand under its own id, and none that is not granted", async () => {
  const { own, second } = world.brands;
  expect((await studio.studio.cache.get(own.id, true)).bundle.brand.id).toBe(own.id);
  await expect(studio.studio.cache.get(second.id, true)).rejects.toMatchObject({ code: "forbidden", status: 403 });
  const { rows } = await childDb.query<{ brand_id: string }>("select brand_id from brand_cache");
  expect(rows).toEqual([{ brand_id: own.id }]);
});
