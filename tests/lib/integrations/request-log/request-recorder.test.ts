import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { apiRequests } from "@/db/schema";
import type { AnsweredCall } from "@/lib/integrations";
import { RequestRecorder } from "@/lib/integrations/server";
import type { Actor } from "@/lib/platform/context";
import { DatabaseUnavailable } from "@/lib/platform/database-watch";
import { momentOfId, newId } from "@/lib/platform/ids";
import { metrics } from "@/lib/platform/metrics";
import { openTestDatabase } from "../../../support/database";
import { actingUser, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const database = openTestDatabase();
let db: Database;
beforeAll(async () => {
  ({ db } = database);
});
beforeEach(() => db.delete(apiRequests));

const failing = (error: unknown) => expect(error).toBeUndefined();
const recorderOn = (on: Database, { perMinute = 1000, onError = failing as (error: unknown) => void } = {}) =>
  new RequestRecorder(on, { perMinute: () => perMinute, onError });

const tool = (toolSlug = "brand-studio"): Actor => ({ kind: "tool", toolSlug });
const call = (overrides: Partial<AnsweredCall> = {}): AnsweredCall => ({
  requestId: "id-1",
  operation: "readBundle",
  actor: tool(),
  brandIds: [],
  status: 200,
  errorCode: null,
  at: NOW,
  durationMs: 1.26,
  ...overrides,
});
const rows = () => db.select().from(apiRequests).orderBy(apiRequests.id);
const leftOut = async (reason: string) =>
  (await metrics().requestsNotLogged.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;

it("writes operation, caller, result and time of a call", async () => {
  const brand = await createBrandFixture(db);
  const recorder = recorderOn(db);
  recorder.record(call({ brandIds: [brand.id.toUpperCase()], status: 403, errorCode: "forbidden" }));
  await recorder.flush();
  const [row] = await rows();
  expect(row).toEqual({
    id: row?.id,
    requestId: "id-1",
    operation: "readBundle",
    brandId: brand.id,
    credential: "tool",
    apiKeyId: null,
    toolSlug: "brand-studio",
    userId: null,
    status: 403,
    errorCode: "forbidden",
    durationMs: expect.closeTo(1.3),
  });
  expect(momentOfId(row?.id ?? "")).toEqual(NOW);
});

describe("the brand of a call", () => {
  const brandsOf = async (overrides: Partial<AnsweredCall>) => {
    const recorder = recorderOn(db);
    recorder.record(call(overrides));
    await recorder.flush();
    return (await rows()).map(({ brandId }) => brandId);
  };

  it("is that of the API key or federation token", async () => {
    const [own, other] = [await createBrandFixture(db), await createBrandFixture(db)];
    const key: Actor = { kind: "api-key", apiKeyId: newId(), brandId: own.id };
    expect(await brandsOf({ actor: key, brandIds: [other.id] })).toEqual([own.id]);
  });

  it("is null for several brands or an unknown one", async () => {
    const [one, other] = [await createBrandFixture(db), await createBrandFixture(db)];
    expect(await brandsOf({ brandIds: [one.id, other.id] })).toEqual([null]);
    await db.delete(apiRequests);
    expect(await brandsOf({ brandIds: [newId()] })).toEqual([null]);
    await db.delete(apiRequests);
    expect(await brandsOf({ brandIds: ["no-uuid"] })).toEqual([null]);
  });

  it("is null for an unauthenticated call", async () => {
    const { id } = await createBrandFixture(db);
    expect(await brandsOf({ actor: undefined, brandIds: [id], status: 401 })).toEqual([null]);
  });

  it("is one of which the user is a member", async () => {
    const person = await createUser(db);
    const own = await createBrandFixture(db, { members: { [person.id]: "viewer" } });
    const other = await createBrandFixture(db);
    expect(await brandsOf({ actor: actingUser(person), brandIds: [own.id] })).toEqual([own.id]);
    await db.delete(apiRequests);
    expect(await brandsOf({ actor: actingUser(person), brandIds: [other.id], status: 404 })).toEqual([null]);
  });
});

describe("under load", () => {
  it("logs 60 successes per credential and minute, and all failures", async () => {
    const recorder = recorderOn(db);
    const before = await leftOut("sampled");
    for (let index = 0; index < 70; index += 1) recorder.record(call());
    for (let index = 0; index < 70; index += 1) recorder.record(call({ status: 404, errorCode: "not_found" }));
    recorder.record(call({ actor: tool("print-desk") }));
    recorder.record(call({ at: new Date(NOW.getTime() + 60_000) }));
    await recorder.flush();
    const logged = await rows();
    expect(logged.filter(({ status }) => status === 404)).toHaveLength(70);
    expect(logged.filter(({ status, toolSlug }) => status === 200 && toolSlug === "brand-studio")).toHaveLength(61);
    expect(logged.filter(({ toolSlug }) => toolSlug === "print-desk")).toHaveLength(1);
    expect((await leftOut("sampled")) - before).toBe(10);
  });

  it("limits calls per minute over all credentials, including 429s and unauthenticated refusals", async () => {
    const recorder = recorderOn(db, { perMinute: 3 });
    recorder.record(call());
    recorder.record(call({ actor: tool("print-desk"), status: 429, errorCode: "rate_limited" }));
    recorder.record(call({ actor: undefined, status: 401, errorCode: "unauthorized" }));
    recorder.record(call({ actor: tool("third") }));
    recorder.record(call({ actor: tool("fourth"), status: 429, errorCode: "rate_limited" }));
    recorder.record(call({ actor: undefined, status: 401, errorCode: "unauthorized" }));
    recorder.record(call({ actor: undefined, status: 500, errorCode: "server_error" }));
    await recorder.flush();
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual([200, 401, 429, 500]);
  });

  it("queues at most 10,000 calls and counts the dropped ones", async () => {
    const recorder = recorderOn(db);
    const before = await leftOut("full");
    for (let index = 0; index < 10_005; index += 1) recorder.record(call({ status: 500, errorCode: "server_error" }));
    await recorder.flush();
    expect(await rows()).toHaveLength(10_000);
    expect((await leftOut("full")) - before).toBe(5);
  });
});

it("keeps its queue while the database is unavailable and writes it later", async () => {
  let away = true;
  const sometimes = new Proxy(db, {
    get: (target, name) =>
      name === "execute" && away
        ? () => Promise.reject(new DatabaseUnavailable(new Error("gone")))
        : Reflect.get(target, name),
  });
  const recorder = recorderOn(sometimes);
  recorder.record(call());
  await recorder.flush();
  expect(await rows()).toEqual([]);
  away = false;
  recorder.record(call({ requestId: "id-2" }));
  await recorder.flush();
  expect((await rows()).map(({ requestId }) => requestId).toSorted()).toEqual(["id-1", "id-2"]);
});

it("reports and counts failed writes, and continues", async () => {
  const errors: unknown[] = [];
  const recorder = recorderOn(db, { onError: (error) => errors.push(error) });
  const before = await leftOut("failed");
  recorder.record(call({ actor: actingUser({ id: newId() }) }));
  await recorder.flush();
  recorder.record(call({ requestId: "id-2" }));
  await recorder.flush();
  expect(errors).toHaveLength(1);
  expect((await leftOut("failed")) - before).toBe(1);
  expect(await db.$count(apiRequests, eq(apiRequests.requestId, "id-2"))).toBe(1);
});
