import { beforeAll, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { apiKeys, apiRequests } from "@/db/schema";
import { runRetentionTick } from "@/lib/access/server";
import type { RequestQuery } from "@/lib/integrations";
import { listAllRequests, listRequests } from "@/lib/integrations/server";
import { newId, newIdAt } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../../../support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  systemContext,
} from "../../../support/fixtures";

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

const database = openTestDatabase();
let db: Database;
let owner: Ctx;
let admin: Ctx;
let brandId: string;
let keyId: string;

type Row = typeof apiRequests.$inferInsert;
let made = 0;
const log = (values: Partial<Row> & { at?: Date } = {}) => {
  made += 1;
  const { at = NOW, ...row } = values;
  const call = { requestId: `call-${made}`, operation: "readBundle", credential: "tool", status: 200, durationMs: 1 };
  return db.insert(apiRequests).values({ ...(call as Row), id: newIdAt(at), ...row });
};
const ids = async (query: RequestQuery) =>
  (await listRequests(owner, { ...query, brandId })).entries.map(({ requestId }) => requestId);

beforeAll(async () => {
  ({ db } = database);
  const person = await createUser(db, { name: "Ana" });
  owner = context(db, actingUser(person));
  admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
  brandId = (await createBrandFixture(db, { members: { [person.id]: "owner" } })).id;
  const other = (await createBrandFixture(db)).id;
  await createTool(db, { slug: "brand-studio", name: "Brand Studio" });
  keyId = newId();
  await db.insert(apiKeys).values({
    ...{ id: keyId, brandId, name: "Shop", keyHash: "0".repeat(64), prefix: "bih_ab12", lastFour: "9xYz" },
    createdAt: NOW,
  });
  await log({ requestId: "read", brandId, toolSlug: "brand-studio", at: minutesAgo(1) });
  await log({
    requestId: "refused",
    brandId,
    toolSlug: "brand-studio",
    status: 404,
    errorCode: "not_found",
    at: minutesAgo(2),
  });
  await log({ requestId: "limited", brandId, credential: "api-key", apiKeyId: keyId, status: 429, at: minutesAgo(3) });
  await log({ requestId: "broken", brandId, credential: "api-key", apiKeyId: keyId, status: 500, at: minutesAgo(4) });
  await log({
    requestId: "mint",
    brandId,
    credential: "session",
    userId: person.id,
    operation: "mintFederationToken",
    at: minutesAgo(2000),
  });
  await log({ requestId: "elsewhere", brandId: other });
  await log({ requestId: "stranger", credential: "none", status: 401, errorCode: "unauthorized" });
});

const OWN = ["read", "refused", "limited", "broken", "mint"];

it("lists a brand's calls with their callers, newest first", async () => {
  const { entries } = await listRequests(owner, { brandId });
  expect(entries.map(({ requestId }) => requestId)).toEqual(OWN);
  expect(entries[0]?.at).toEqual(minutesAgo(1));
  expect(entries.map(({ credential }) => [credential.kind, credential.name, credential.form])).toEqual([
    ["tool", "Brand Studio", null],
    ["tool", "Brand Studio", null],
    ["api-key", "Shop", "bih_ab12…9xYz"],
    ["api-key", "Shop", "bih_ab12…9xYz"],
    ["session", "Ana", null],
  ]);
});

it.each<[what: string, query: () => RequestQuery, found: string[]]>([
  ["request id", () => ({ requestId: "limited" }), ["limited"]],
  ["part of a request id", () => ({ requestId: "limit" }), []],
  ["another brand's request id", () => ({ requestId: "elsewhere" }), []],
  ["an unauthenticated request's id", () => ({ requestId: "stranger" }), []],
  ["success", () => ({ outcome: "succeeded" }), ["read", "mint"]],
  ["failure", () => ({ outcome: "failed" }), ["refused", "limited", "broken"]],
  ["refusal", () => ({ outcome: "refused" }), ["refused"]],
  ["limit", () => ({ outcome: "limited" }), ["limited"]],
  ["internal errors", () => ({ outcome: "broken" }), ["broken"]],
  ["operation", () => ({ operation: "mintFederationToken" }), ["mint"]],
  ["credential kind", () => ({ credential: "tool" }), ["read", "refused"]],
  ["tool", () => ({ credential: "tool:brand-studio" }), ["read", "refused"]],
  ["key", () => ({ credential: `api-key:${keyId}` }), ["limited", "broken"]],
  ["an unknown key", () => ({ credential: "api-key:'; drop table users" }), []],
  ["time", () => ({ from: minutesAgo(3), until: minutesAgo(1) }), ["refused", "limited"]],
])("finds calls by %s", async (_what, query, expected) => {
  expect(await ids(query())).toEqual(expected);
});

it("pages to the oldest and back to the newest", async () => {
  const first = await listRequests(owner, { brandId, limit: 2 });
  const second = await listRequests(owner, { brandId, limit: 2, after: first.next });
  const third = await listRequests(owner, { brandId, limit: 2, after: second.next });
  const pages = [first, second, third].map(({ entries }) => entries.map(({ requestId }) => requestId));
  expect(pages).toEqual([["read", "refused"], ["limited", "broken"], ["mint"]]);
  expect([first.previous, third.next]).toEqual([null, null]);
  const back = await listRequests(owner, { brandId, limit: 2, before: third.previous });
  expect(back).toEqual(second);
  expect(await listRequests(owner, { brandId, limit: 2, before: back.previous })).toEqual(first);
});

it("requires manage, and a hub administrator for all brands", async () => {
  const viewer = await createUser(db);
  const { id } = await createBrandFixture(db, { members: { [viewer.id]: "editor" } });
  const reader = context(db, actingUser(viewer));
  await expect(listRequests(reader, { brandId: id })).rejects.toMatchObject({ code: "forbidden" });
  await expect(listRequests(reader, { brandId })).rejects.toMatchObject({ code: "not_found" });
  await expect(listRequests(admin, { brandId })).rejects.toMatchObject({ code: "not_found" });
  await expect(listAllRequests(owner, {})).rejects.toMatchObject({ code: "forbidden" });
  const { entries } = await listAllRequests(admin, {});
  expect(entries.map(({ requestId }) => requestId).toSorted()).toEqual([...OWN, "elsewhere", "stranger"].toSorted());
  const [stranger] = (await listAllRequests(admin, { requestId: "stranger" })).entries;
  expect([stranger?.brand, stranger?.credential]).toEqual([null, { kind: "none", id: null, name: null, form: null }]);
});

it("refuses a foreign cursor", async () => {
  await expect(listRequests(owner, { brandId, after: "x" })).rejects.toMatchObject({ code: "bad_request" });
});

it("deletes only calls past their retention", async () => {
  await log({ requestId: "old", brandId, at: minutesAgo(8 * 24 * 60) });
  const ctx = systemContext(db);
  await runRetentionTick({ ...ctx, retention: { ...ctx.retention, requestsDays: 7 } });
  expect(await ids({})).toEqual(OWN);
});
