import { beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "@/db/schema";
import { getEvent, ingestEvents, ingestLooseEvent, listEvents } from "@/lib/integrations/server";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
} from "@/tests/support/fixtures";

const database = openTestDatabase();
let owner: Ctx;
let viewer: Ctx;
let nonMember: Ctx;
let brandId: string;
let foreignBrandId: string;
let tool: { slug: string; name: string };
const later = (ms: number) => new Date(NOW.getTime() + ms);

beforeAll(async () => {
  const { db } = database;
  const [one, two, three] = [await createUser(db), await createUser(db), await createUser(db)];
  owner = context(db, actingUser(three));
  viewer = context(db, actingUser(one));
  nonMember = context(db, actingUser(two));
  brandId = (await createBrandFixture(db, { members: { [one.id]: "viewer", [three.id]: "owner" } })).id;
  foreignBrandId = (await createBrandFixture(db, { members: { [two.id]: "owner" } })).id;
  tool = await createTool(db);
  await entitle(db, brandId, tool.slug);
  const types = ["asset.approved", "asset.rejected", "logo.drawn", "asset.approved"];
  for (const [index, type] of types.entries()) {
    const event = {
      brand_id: brandId,
      type,
      occurred_at: NOW.toISOString(),
      idempotency_key: `order_${index}`,
      trace_id: index < 2 ? "trace-1" : undefined,
      payload: { index },
    };
    await ingestEvents(toolContext(db, tool.slug, later(index)), { events: [event] });
  }
  const apiKeyId = newId();
  await db.insert(apiKeys).values({
    id: apiKeyId,
    brandId,
    name: "Back office",
    keyHash: "0".repeat(64),
    prefix: "bih_",
    lastFour: "0000",
    createdAt: NOW,
  });
  await ingestLooseEvent(context(db, { kind: "api-key", apiKeyId, brandId }, later(9)), {
    event: { type: "Loose", payload: { loose: true } },
  });
});

const list = (query: Partial<Parameters<typeof listEvents>[1]> = {}) => listEvents(viewer, { brandId, ...query });
const keys = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).entries.map(({ idempotencyKey }) => idempotencyKey);

describe("the list of events", () => {
  it("returns every event once, newest first, over all pages", async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, after: first.next });
    const third = await list({ limit: 2, after: second.next });
    expect([...first.entries, ...second.entries, ...third.entries].map(({ type }) => type)).toEqual([
      "Loose",
      "asset.approved",
      "logo.drawn",
      "asset.rejected",
      "asset.approved",
    ]);
    expect(third.next).toBeNull();
  });

  it("names the sending tool or API key", async () => {
    const { entries } = await list({ limit: 2 });
    expect(entries[0]?.source).toMatchObject({ kind: "api-key", name: "Back office" });
    expect(entries[1]?.source).toEqual({ kind: "tool", id: tool.slug, name: tool.name });
  });

  it("filters by version, type, tool, trace and words", async () => {
    expect((await list({ apiVersion: 0 })).entries.map(({ type }) => type)).toEqual(["Loose"]);
    expect((await list({ apiVersion: 1 })).entries).toHaveLength(4);
    expect(await keys({ type: "asset.approved" })).toEqual(["order_3", "order_0"]);
    expect(await keys({ toolSlug: tool.slug })).toHaveLength(4);
    expect(await keys({ toolSlug: "unknown" })).toEqual([]);
    expect(await keys({ traceId: "trace-1" })).toEqual(["order_1", "order_0"]);
    expect(await keys({ search: "ORDER_2" })).toEqual(["order_2"]);
    expect(await keys({ search: "order%2" })).toEqual([]);
    expect(await keys({ search: "trace-" })).toEqual(["order_1", "order_0"]);
    const [newest] = (await list()).entries;
    expect((await list({ search: newest?.id })).entries).toEqual([newest]);
  });

  it("returns 404 to non-members and refuses a foreign cursor", async () => {
    await expect(listEvents(nonMember, { brandId })).rejects.toBeInstanceOf(NotFound);
    await expect(list({ after: "nonsense" })).rejects.toBeInstanceOf(BadRequest);
    await expect(list({ type: "a\0b" })).rejects.toBeInstanceOf(BadRequest);
  });
});

describe("one event", () => {
  it("includes its payload", async () => {
    const [newest] = (await list()).entries;
    expect(await getEvent(owner, { brandId, eventId: newest?.id ?? "" })).toEqual({
      ...newest,
      payload: { loose: true },
    });
  });

  it("requires manage", async () => {
    const [newest] = (await list()).entries;
    await expect(getEvent(viewer, { brandId, eventId: newest?.id ?? "" })).rejects.toBeInstanceOf(Forbidden);
  });

  it("of another brand returns 404", async () => {
    const [newest] = (await list()).entries;
    for (const eventId of [newest?.id ?? "", newId(), "nonsense"]) {
      await expect(getEvent(nonMember, { brandId: foreignBrandId, eventId })).rejects.toBeInstanceOf(NotFound);
    }
  });
});
