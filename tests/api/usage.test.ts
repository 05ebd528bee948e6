import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { usageCounters } from "@/db/schema";
import { operations } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { hub } from "@/lib/runtime/hub";
import { call } from "../support/call";
import { configure, withoutLimits } from "../support/configure";
import { directMount, type Mount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

let world: World;
let mount: Mount;
beforeAll(async () => {
  world = await createWorld();
  mount = await directMount();
});
afterAll(async () => {
  await mount.close();
  await world.close();
});
beforeEach(async () => {
  withoutLimits();
  const { db, services } = await hub();
  await services.usage.flush();
  await db.delete(usageCounters);
});

/** Counted so far for a brand: requests, errors and 429s by credential kind. */
async function counted(brandId: string): Promise<Record<string, number[]>> {
  const { db, services } = await hub();
  await services.usage.flush();
  const rows = await db.select().from(usageCounters).where(eq(usageCounters.brandId, brandId));
  return Object.fromEntries(
    rows.map(({ credential, requests, errors, limited }) => [
      credential.replace(/^api-key:.*/, "api-key"),
      [requests, errors, limited],
    ]),
  );
}

const bundle = (id: string) =>
  call(mount, operations.readBundle, { token: world.tokens.childApp, tool: "brand-studio", params: { id } });
const event = (brand_id: string) => ({
  brand_id,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: newId(),
  payload: {},
});
const asTool = () => ({ token: world.tokens.childApp, tool: "brand-studio" });

it("counts a tool's requests for a brand, by path and by body, allowed and refused", async () => {
  const { own, second } = world.brands;
  await bundle(own.id);
  await bundle(second.id);
  await bundle(newId());
  await call(mount, operations.ingestEvent, { ...asTool(), body: event(own.id) });
  await call(mount, operations.ingestEventBatch, { ...asTool(), body: { events: [event(own.id), event(own.id)] } });
  expect(await counted(own.id)).toEqual({ "tool:brand-studio": [3, 0, 0] });
  expect(await counted(second.id)).toEqual({ "tool:brand-studio": [1, 1, 0] });
});

it("counts a tool's 429 for the brand in the path", async () => {
  configure({ RATE_LIMIT_PER_MINUTE: 1 });
  const { own } = world.brands;
  const statuses = [(await bundle(own.id)).status, (await bundle(own.id)).status];
  expect(statuses).toEqual([200, 429]);
  expect(await counted(own.id)).toEqual({ "tool:brand-studio": [2, 0, 1] });
});

it("counts a revoked key's 401 as an error of that key, and an unknown key's nowhere", async () => {
  const { own } = world.brands;
  const listBrands = async (token: string) => (await call(mount, operations.listBrands, { token })).status;
  for (const token of [world.tokens.revokedApiKey, world.tokens.malformedApiKey, "bih_unknown"]) {
    expect(await listBrands(token)).toBe(401);
    expect(await counted(own.id)).toEqual({ "api-key": [1, 1, 0] });
  }
});
