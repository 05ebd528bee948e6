import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { apiRequests } from "@/db/schema";
import { operations } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { closeHub, hub } from "@/lib/runtime/hub";
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
  await closeHub();
});
beforeEach(async () => {
  withoutLimits();
  const { db, services } = await hub();
  await services.requestLog.flush();
  await db.delete(apiRequests);
});

/** Logged requests so far, without id and time. */
async function logged() {
  const { db, services } = await hub();
  await services.requestLog.flush();
  const rows = await db.select().from(apiRequests);
  return rows.map(({ requestId, operation, brandId, credential, status, errorCode }) => ({
    ...{ requestId, operation, brandId, credential, status, errorCode },
  }));
}

const asTool = () => ({ token: world.tokens.childApp, tool: "brand-studio" });

it("logs a request by the id in its response", async () => {
  const { own } = world.brands;
  const { headers } = await call(mount, operations.readBundle, { ...asTool(), params: { id: own.id } });
  expect(await logged()).toEqual([
    {
      requestId: headers.get("x-request-id"),
      operation: "readBundle",
      brandId: own.id,
      credential: "tool",
      status: 200,
      errorCode: null,
    },
  ]);
});

it("logs each credential with its brand and the reason for a refusal", async () => {
  const { own, other, second } = world.brands;
  const { tokens, users } = world;
  await call(mount, operations.listTools, { token: tokens.apiKey });
  await call(mount, operations.listTools, { token: tokens.revokedApiKey });
  await call(mount, operations.readBundle, { ...asTool(), params: { id: second.id } });
  await call(mount, operations.readMyBrand, { token: tokens.session, headers: { "x-brand-id": own.id } });
  await call(mount, operations.readMyBrand, { token: tokens.session, headers: { "x-brand-id": other.id } });
  await call(mount, operations.exchangeFederationToken, { body: { token: tokens.federation } });
  await call(mount, operations.listTools, { token: tokens.garbage });
  await call(mount, operations.listTools, {});
  const found = (await logged()).map(({ credential, brandId, status, errorCode }) => [
    credential,
    brandId,
    status,
    errorCode,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ["api-key", own.id, 200, null],
      ["api-key", own.id, 401, "unauthorized"],
      ["tool", second.id, 403, "forbidden"],
      ["session", own.id, 200, null],
      ["federation", own.id, 200, null],
      ["none", null, 401, "unauthorized"],
    ]),
  );
  expect(found).toHaveLength(8);
  expect(found.filter(([, brandId]) => brandId === other.id)).toEqual([]);
  const { db } = await hub();
  expect(await db.$count(apiRequests)).toBe(8);
  expect(
    (await db.select({ userId: apiRequests.userId }).from(apiRequests)).filter(({ userId }) => userId !== null),
  ).toEqual(Array.from({ length: 3 }, () => ({ userId: users.owner.id })));
});

it("stores no body, query, path or credential of a request", async () => {
  const canary = "canary-of-a-caller";
  const { own } = world.brands;
  const { tokens } = world;
  await call(mount, operations.readBundle, { ...asTool(), params: { id: own.id }, query: `?since=1&q=${canary}` });
  const event = {
    brand_id: own.id,
    type: canary,
    occurred_at: "2026-03-14T09:26:53.589Z",
    idempotency_key: newId(),
    payload: { canary },
  };
  await call(mount, operations.ingestEvent, { ...asTool(), body: event });
  await call(mount, operations.listTools, { token: `bih_${canary}`, headers: { "x-request-id": tokens.apiKey } });
  const { db } = await hub();
  await logged();
  const text = JSON.stringify(await db.select().from(apiRequests));
  for (const secret of [canary, tokens.childApp, tokens.apiKey]) expect(text).not.toContain(secret);
});

it("logs a rate limit hit, and except for failures at most the configured requests a minute", async () => {
  configure({ REQUEST_LOG_PER_MINUTE: 2, RATE_LIMIT_PER_MINUTE: 4 });
  const { own } = world.brands;
  const read = (id: string) => call(mount, operations.readBundle, { ...asTool(), params: { id } });
  for (const id of [newId(), own.id, own.id, own.id, own.id]) await read(id);
  configure({ REQUEST_LOG_PER_MINUTE: 1000 });
  const statuses = (await logged()).map(({ status }) => status).toSorted();
  // A new minute with its own limit may have started meanwhile.
  expect(statuses.filter((status) => status === 404)).toHaveLength(1);
  expect(statuses.length).toBeLessThanOrEqual(5);
});

it("flushes buffered entries when the hub closes", async () => {
  const { own } = world.brands;
  const { services, db } = await hub();
  await call(mount, operations.readBundle, { ...asTool(), params: { id: own.id } });
  expect(await db.$count(apiRequests)).toBe(0);
  await services.requestLog.flush();
  expect(await db.$count(apiRequests)).toBe(1);
});
