import { createHmac } from "node:crypto";
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_WEBHOOK_BYTES } from "@/lib/contract";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { type StudioStore, storeOn } from "@/tests/child-tool/store";
import { loadDatabase } from "@/tests/support/database";
import { ALDER, BIRCH, bundleOf, CHILD_TOKEN, createFakeHub, type FakeHub } from "./fake-hub";
import { type RunningStudio, startStudio, WEBHOOK_SECRET } from "./start-studio";

const NOW = new Date("2026-03-14T09:26:53.000Z");
let db: PGlite;
let store: StudioStore;
let hub: FakeHub;
let studio: RunningStudio;

const update = (version: number, brandId = ALDER) => ({
  id: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a99",
  type: "identity.updated",
  occurred_at: "2026-03-14T09:26:53.589Z",
  brand_id: brandId,
  brand_slug: "alder",
  identity_version: version,
  previous_version: version - 1,
  changed: ["colors"],
});

/** Sends a body like the hub. `headers` override the hub's own, and null removes one. */
function deliver(
  event: unknown,
  {
    secret = WEBHOOK_SECRET,
    headers = {} as Record<string, string | null>,
    body = JSON.stringify(event),
    at = NOW,
  } = {},
) {
  const signed: Record<string, string | null> = signDelivery({
    id: "delivery-1",
    event: "identity.updated",
    attempt: 1,
    body: JSON.stringify(event),
    secrets: [secret],
    timestampSeconds: at.getTime() / 1000,
  });
  const sent = Object.entries({ ...signed, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return fetch(`${studio.url}/webhooks/hub`, { method: "POST", headers: sent, body });
}

const rows = async () =>
  (
    await db.query<{ brand_id: string; identity_version: number; stale: boolean }>(
      "select * from brand_cache order by brand_id",
    )
  ).rows;

beforeAll(async () => {
  db = await loadDatabase();
  store = await storeOn(db);
  hub = await createFakeHub();
});
afterAll(async () => {
  await hub.close();
  await db.close();
});
beforeEach(async () => {
  await db.query("delete from brand_cache");
  studio = await startStudio({ hubUrl: hub.url, token: CHILD_TOKEN, store, now: () => NOW });
  hub.bundles.set(ALDER, bundleOf(ALDER, "alder", 7)).set(BIRCH, bundleOf(BIRCH, "birch", 3));
  await studio.studio.cache.get(ALDER, true);
  await studio.studio.cache.get(BIRCH, true);
});
afterEach(async () => {
  expect(studio.errors).toEqual([]);
  await studio.close();
});

describe("the store", () => {
  it("has one row per brand with the specification's columns and the latest read", async () => {
    const { rows: columns } = await db.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'brand_cache' order by column_name",
    );
    expect(columns.map((column) => column.column_name)).toEqual([
      "brand_id",
      "bundle",
      "fetched_at",
      "identity_version",
      "read_id",
      "stale",
    ]);
    const { rows: keys } = await db.query(
      "select conname from pg_constraint where conrelid = 'brand_cache'::regclass and contype = 'p'",
    );
    expect(keys).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { brand_id: ALDER, identity_version: 7, stale: false },
      { brand_id: BIRCH, identity_version: 3, stale: false },
    ]);
  });

  it("treats a bundle of an unknown shape as missing", async () => {
    await db.query("update brand_cache set bundle = '{}' where brand_id = $1", [ALDER]);
    expect(await store.bundles.find(ALDER)).toBeNull();
    expect((await studio.studio.cache.get(ALDER, true)).bundle.identity_version).toBe(7);
    expect((await store.bundles.find(ALDER))?.identity_version).toBe(7);
  });
});

describe("a webhook", () => {
  it("with a valid signature gets 200 and marks only its brand stale, without a request to the hub", async () => {
    hub.asked = [];
    const response = await deliver(update(8));
    expect(response.status).toBe(200);
    expect(await rows()).toMatchObject([
      { brand_id: ALDER, stale: true, identity_version: 7 },
      { brand_id: BIRCH, stale: false },
    ]);
    expect(hub.asked).toEqual([]);
  });

  it("makes the next reader ask the hub with since, and the one after that not", async () => {
    await deliver(update(8));
    hub.bundles.set(ALDER, bundleOf(ALDER, "alder", 8));
    hub.asked = [];
    expect((await studio.studio.cache.get(ALDER, true)).bundle.identity_version).toBe(8);
    await studio.studio.cache.get(ALDER, true);
    expect(hub.asked).toEqual([`GET /api/public/v1/brand/by-id/${ALDER}/bundle?since=7`]);
  });

  it("that repeats after the read changes nothing", async () => {
    await deliver(update(8));
    hub.bundles.set(ALDER, bundleOf(ALDER, "alder", 8));
    await studio.studio.cache.get(ALDER, true);
    expect((await deliver(update(8))).status).toBe(200);
    expect((await rows())[0]).toMatchObject({ stale: false, identity_version: 8 });
  });

  it("at or below the stored version, or for a brand not stored, gets 200 and changes nothing", async () => {
    for (const event of [update(7), update(2), update(9, "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a77")]) {
      expect((await deliver(event)).status).toBe(200);
    }
    expect((await rows()).map(({ stale }) => stale)).toEqual([false, false]);
  });

  it("of an unknown type gets 200 and is ignored", async () => {
    expect((await deliver({ type: "asset.approved", brand_id: ALDER, identity_version: 99 })).status).toBe(200);
    expect((await rows()).map(({ stale }) => stale)).toEqual([false, false]);
  });

  it.each([
    ["a wrong secret", { secret: "another-secret-of-the-same-length-0123456" }],
    ["no signature", { headers: { "X-Hub-Signature": null, "webhook-signature": null } }],
    ["empty signatures", { headers: { "X-Hub-Signature": "", "webhook-signature": "" } }],
    ["malformed signatures", { headers: { "X-Hub-Signature": "sha256=zz", "webhook-signature": "v1," } }],
    ["a body changed after it was signed", { body: `${JSON.stringify(update(8))} ` }],
    [
      "no body signature, and a timestamp six minutes old",
      { at: new Date(NOW.getTime() - 6 * 60_000), headers: { "X-Hub-Signature": null } },
    ],
    [
      "no body signature, and a changed timestamp",
      { headers: { "X-Hub-Signature": null, "webhook-timestamp": String(NOW.getTime() / 1000 + 1) } },
    ],
    ["no body signature, and no timestamp", { headers: { "X-Hub-Signature": null, "webhook-timestamp": null } }],
  ])("with %s is answered 401 and changes nothing", async (_, how) => {
    const response = await deliver(update(8), how);
    expect(response.status).toBe(401);
    expect((await rows()).map(({ stale }) => stale)).toEqual([false, false]);
  });

  it("with only webhook-signature is accepted, as during a rotation", async () => {
    expect((await deliver(update(8), { headers: { "X-Hub-Signature": `sha256=${"0".repeat(64)}` } })).status).toBe(200);
    expect((await rows()).map(({ stale }) => stale)).toEqual([true, false]);
  });

  it("with only X-Hub-Signature is accepted, as in the specification", async () => {
    const headers = { "webhook-id": null, "webhook-timestamp": null, "webhook-signature": null };
    expect((await deliver(update(8), { headers })).status).toBe(200);
    expect((await rows())[0]?.stale).toBe(true);
  });

  it("is accepted under the previous secret while both are configured", async () => {
    const former = "former-secret-for-tests-0123456789abcdefg";
    const rotating = await startStudio({
      hubUrl: hub.url,
      token: CHILD_TOKEN,
      store,
      now: () => NOW,
      webhookSecrets: ["new-secret", former],
    });
    const body = JSON.stringify(update(8));
    const headers = { "x-hub-signature": `sha256=${createHmac("sha256", former).update(body).digest("hex")}` };
    expect((await fetch(`${rotating.url}/webhooks/hub`, { method: "POST", headers, body })).status).toBe(200);
    await rotating.close();
  });

  it("is never accepted without a configured secret", async () => {
    const open = await startStudio({ hubUrl: hub.url, token: CHILD_TOKEN, store, now: () => NOW, webhookSecrets: [] });
    const body = JSON.stringify(update(8));
    const headers = { "x-hub-signature": `sha256=${createHmac("sha256", "").update(body).digest("hex")}` };
    expect((await fetch(`${open.url}/webhooks/hub`, { method: "POST", headers, body })).status).toBe(401);
    await open.close();
  });

  it("over 2 MiB gets 413 before it is parsed", async () => {
    const long = { ...update(8), filler: "x".repeat(MAX_WEBHOOK_BYTES) };
    expect((await deliver(long)).status).toBe(413);
    expect((await deliver({ ...update(8), filler: "x".repeat(MAX_WEBHOOK_BYTES - 1000) })).status).toBe(200);
  });

  it.each([
    ["not JSON", "nonsense"],
    ["not an object", "[1,2]"],
    ["an object without a type", "{}"],
    ["an update without a version", JSON.stringify({ ...update(8), identity_version: undefined })],
    ["an update without a brand", JSON.stringify({ ...update(8), brand_id: "alder" })],
  ])("that is %s is answered 400, although it is signed", async (_, body) => {
    const headers = { "x-hub-signature": `sha256=${createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex")}` };
    expect((await fetch(`${studio.url}/webhooks/hub`, { method: "POST", headers, body })).status).toBe(400);
    expect((await rows()).map(({ stale }) => stale)).toEqual([false, false]);
  });
});
