import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { childContextDeliveries as deliveries, events } from "@/db/schema";
import type { Event } from "@/lib/contract";
import { ingestEvents, ingestLooseEvent } from "@/lib/integrations/server";
import type { ApiKeyActor } from "@/lib/platform/context";
import { BadRequest, Forbidden, Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { inRequestScope, requestScope } from "@/lib/platform/request-scope";
import { createTestDatabase } from "@/tests/support/database";
import { context, createBrandFixture, createTool, entitle, NOW, toolContext } from "@/tests/support/fixtures";
import { deliveriesOf, subscribe } from "@/tests/support/outbox";

const HOOK = "https://tool.example.com/hooks";
let database: OpenDatabase;
let statements = 0;
beforeAll(async () => {
  database = await createTestDatabase(() => {
    statements += 1;
  });
});
afterAll(() => database.close());

let tool: string;
let brandId: string;
beforeEach(async () => {
  const { db } = database;
  tool = (await createTool(db)).slug;
  brandId = (await createBrandFixture(db)).id;
  await entitle(db, brandId, tool);
});
afterEach(() => vi.restoreAllMocks());

let counter = 0;
const event = (values: Partial<Event> = {}): Event => {
  counter += 1;
  return {
    brand_id: brandId,
    type: "asset.approved",
    occurred_at: "2026-03-14T09:00:00.123Z",
    idempotency_key: `key-${counter}`,
    payload: { asset: counter },
    ...values,
  };
};
const ingest = (batch: Event[], slug = tool) => ingestEvents(toolContext(database.db, slug), { events: batch });
const stored = () =>
  database.db.select().from(events).where(eq(events.brandId, brandId)).orderBy(events.idempotencyKey);

describe("an event", () => {
  it("is stored unchanged with its time of receipt", async () => {
    expect(await ingest([event({ idempotency_key: "k", trace_id: "t-1", payload: { a: [1.5, "ä", null] } })])).toEqual([
      { deduped: false },
    ]);
    expect(await stored()).toMatchObject([
      {
        apiVersion: 1,
        toolSlug: tool,
        apiKeyId: null,
        type: "asset.approved",
        payload: { a: [1.5, "ä", null] },
        occurredAt: new Date("2026-03-14T09:00:00.123Z"),
        receivedAt: NOW,
        idempotencyKey: "k",
        traceId: "t-1",
        duplicates: 0,
      },
    ]);
  });

  it("is counted, not stored, when repeated", async () => {
    const once = event();
    await ingest([once]);
    expect(await ingest([once])).toEqual([{ deduped: true }]);
    expect(await ingest([once, once])).toEqual([{ deduped: true }, { deduped: true }]);
    expect(await stored()).toMatchObject([{ duplicates: 3 }]);
  });

  it("is ignored and logged without payloads if it reuses a key with another body", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    const first = event({ payload: { secret: "first" } });
    await ingest([first]);
    expect(await ingest([{ ...first, payload: { secret: "second" } }])).toEqual([{ deduped: true }]);
    expect(await stored()).toMatchObject([{ payload: { secret: "first" }, duplicates: 1 }]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/first"|second"/);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ tool, brandId, type: "asset.approved" });
  });

  it("is not logged if its repeated body differs only in spelling", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    const first = event({ payload: { a: 1e21, b: -0, c: [0.1, { d: "x", e: null }] } });
    await ingest([first]);
    await ingest([{ ...first, payload: { c: [0.1, { e: null, d: "x" }], b: 0, a: 1e21 } }]);
    expect(warn).not.toHaveBeenCalled();
  });

  it("is separate from another tool's or brand's event with the same key", async () => {
    const { db } = database;
    const other = await createTool(db);
    await entitle(db, brandId, other.slug);
    const second = await createBrandFixture(db);
    await entitle(db, second.id, tool);
    const one = event();
    expect(await ingest([one, { ...one, brand_id: second.id }])).toEqual([{ deduped: false }, { deduped: false }]);
    expect(await ingest([one], other.slug)).toEqual([{ deduped: false }]);
  });
});

describe("a batch", () => {
  it("stores a repeat within the batch once and answers in order", async () => {
    const [a, b] = [event({ idempotency_key: "b" }), event({ idempotency_key: "a" })];
    await ingest([b]);
    expect(await ingest([a, b, { ...a }, event()])).toEqual([
      { deduped: false },
      { deduped: true },
      { deduped: true },
      { deduped: false },
    ]);
    expect((await stored()).map(({ duplicates }) => duplicates).sort()).toEqual([0, 1, 1]);
  });

  it("needs no more statements for 500 events than for one", async () => {
    await subscribe(database.db, HOOK, {
      brand: { id: brandId, slug: "any" },
      toolSlug: (await createTool(database.db, { eventPatterns: ["*"] })).slug,
    });
    const used = async (batch: Event[]) => {
      const before = statements;
      await ingest(batch);
      return statements - before;
    };
    const forOne = await used([event()]);
    const batch = Array.from({ length: 500 }, () => event());
    expect(await used(batch)).toBe(forOne);
    expect(await stored()).toHaveLength(501);
    expect(await deliveriesOf(database.db, brandId)).toHaveLength(501);
    expect((await ingest(batch)).filter(({ deduped }) => deduped)).toHaveLength(500);
  });

  it("is stored all or none", async () => {
    const foreign = await createBrandFixture(database.db);
    await expect(ingest([event(), event({ brand_id: foreign.id })])).rejects.toBeInstanceOf(Forbidden);
    await expect(ingest([event(), event({ payload: { text: "\u0000" } })])).rejects.toBeInstanceOf(BadRequest);
    expect(await stored()).toEqual([]);
  });
});

describe("concurrent requests of a tool", () => {
  const used = async (work: () => Promise<unknown>) => {
    const before = statements;
    await work();
    return statements - before;
  };

  it("share one statement and get separate results", async () => {
    const [one, other] = [event(), event()];
    await ingest([one]);
    const answers: unknown[] = [];
    const sent = [[one], [other, event()], [other], [event(), one, event()]];
    expect(await used(async () => void answers.push(...(await Promise.all(sent.map((batch) => ingest(batch))))))).toBe(
      1,
    );
    const [fresh, known] = [{ deduped: false }, { deduped: true }];
    expect(answers).toEqual([[known], [fresh, fresh], [known], [fresh, known, fresh]]);
    expect((await stored()).map(({ duplicates }) => duplicates).sort()).toEqual([0, 0, 0, 1, 2]);
  });

  it("log a reused key for the request that sent it", async () => {
    const requestIds: unknown[] = [];
    vi.spyOn(log, "warn").mockImplementation(() => void requestIds.push(requestScope()?.id));
    const one = event();
    const send = (id: string, batch: Event[]) =>
      inRequestScope({ id, operation: "ingestEvents", credential: "tool", who: tool }, () => ingest(batch));
    const other = { ...one, payload: { asset: "another" } };
    await Promise.all([send("first", [one]), send("again", [one]), send("differs", [other, other])]);
    await send("alone", [other]);
    expect(requestIds).toEqual(["differs", "alone"]);
  });

  it("are not refused because of another request's events", async () => {
    const foreign = await createBrandFixture(database.db);
    const sent = [[event()], [event({ brand_id: foreign.id })], [event({ payload: { text: "\u0000" } })], [event()]];
    const answers = await Promise.allSettled(sent.map((batch) => ingest(batch)));
    expect(answers).toMatchObject([
      { value: [{ deduped: false }] },
      { reason: expect.any(Forbidden) },
      { reason: expect.any(BadRequest) },
      { value: [{ deduped: false }] },
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it("share nothing with another tool's", async () => {
    const other = await createTool(database.db);
    await entitle(database.db, brandId, other.slug);
    const one = event();
    expect(
      await Promise.all([ingest([one]), ingest([one], other.slug), ingest([one], "unknown").catch(() => null)]),
    ).toEqual([[{ deduped: false }], [{ deduped: false }], null]);
  });

  it("stay within the maximum batch size", async () => {
    const sent = Array.from({ length: 3 }, () => Array.from({ length: 200 }, () => event()));
    expect(await used(() => Promise.all(sent.map((batch) => ingest(batch))))).toBe(2);
    expect(await stored()).toHaveLength(600);
  });

  it("stay within the maximum batch length", async () => {
    const large = () => event({ payload: { text: "x".repeat(60_000) } });
    const sent = Array.from({ length: 20 }, () => [large()]);
    expect(await used(() => Promise.all(sent.map((batch) => ingest(batch))))).toBe(2);
    expect(await stored()).toHaveLength(20);
  });
});

describe("sending events", () => {
  it("is refused for an unregistered tool", async () => {
    await expect(ingest([event()], "unknown")).rejects.toBeInstanceOf(Unauthorized);
  });

  it("is refused for a disabled tool", async () => {
    const disabled = await createTool(database.db, { status: "disabled" });
    await entitle(database.db, brandId, disabled.slug);
    await expect(ingest([event()], disabled.slug)).rejects.toBeInstanceOf(Forbidden);
  });

  it("is refused for an unknown, archived or foreign brand", async () => {
    const { db } = database;
    const archived = await createBrandFixture(db, { archivedAt: NOW });
    await entitle(db, archived.id, tool);
    const foreign = await createBrandFixture(db);
    for (const brand_id of [newId(), archived.id, foreign.id]) {
      await expect(ingest([event({ brand_id })])).rejects.toBeInstanceOf(Forbidden);
    }
  });
});

describe("an accepted event", () => {
  const listener = async (eventPatterns: string[], brand = brandId) => {
    const { slug } = await createTool(database.db, { eventPatterns });
    await subscribe(database.db, HOOK, { brand: { id: brand, slug: "any" }, toolSlug: slug });
    return slug;
  };

  it("goes once to every other tool with access and a matching pattern", async () => {
    const { db } = database;
    const matching = await listener(["logo.*", "asset.*", "asset.approved"]);
    const everything = await listener(["*"]);
    await listener(["logo.*"]);
    await listener([]);
    const elsewhere = await createBrandFixture(db);
    await listener(["*"], elsewhere.id);
    await createTool(db, { eventPatterns: ["*"] });

    await ingest([event({ trace_id: "t-9", payload: { asset: 7 } })]);

    const sent = await deliveriesOf(db, brandId);
    expect(sent.map(({ toolSlug }) => toolSlug).sort()).toEqual([matching, everything].sort());
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual({
      id: sent[0]?.id,
      type: "asset.approved",
      occurred_at: "2026-03-14T09:00:00.123Z",
      brand_id: brandId,
      source_tool: tool,
      trace_id: "t-9",
      payload: { asset: 7 },
    });
    expect(await deliveriesOf(db, elsewhere.id)).toEqual([]);
  });

  it("never goes back to its sender", async () => {
    const { db } = database;
    const loud = await listener(["*"]);
    await ingest([event()], loud);
    expect(await deliveriesOf(db, brandId)).toEqual([]);
  });

  it("is relayed once, however often it is sent", async () => {
    await listener(["*"]);
    const once = event();
    expect(await ingest([once, once])).toEqual([{ deduped: false }, { deduped: true }]);
    await ingest([once]);
    expect(await deliveriesOf(database.db, brandId)).toHaveLength(1);
  });

  it("is stored together with its deliveries, or not at all", async () => {
    const { db } = database;
    await listener(["*"]);
    await db.execute(sql`alter table child_context_deliveries add constraint broken check (type <> 'asset.broken')`);
    await expect(ingest([event({ type: "asset.broken" })])).rejects.toThrow();
    await db.execute(sql`alter table child_context_deliveries drop constraint broken`);
    expect(await stored()).toEqual([]);
  });
});

describe("a version 0 event", () => {
  it("is stored for the key's brand each time and not relayed", async () => {
    const { db } = database;
    const listening = await createTool(db, { eventPatterns: ["*"] });
    await subscribe(db, HOOK, { brand: { id: brandId, slug: "any" }, toolSlug: listening.slug });
    const apiKeyId = newId();
    await db.execute(sql`insert into api_keys (id, brand_id, name, key_hash, prefix, last_four, created_at)
      values (${apiKeyId}, ${brandId}, 'Back office', ${"0".repeat(63)}||'1', 'bih_', '0000', now())`);
    const loose = { type: "Anything goes!", payload: { a: 1 } };
    const { id } = await ingestLooseEvent(context(db, { kind: "api-key", apiKeyId, brandId }), { event: loose });
    await ingestLooseEvent(context(db, { kind: "api-key", apiKeyId, brandId }), { event: loose });
    const rows = await stored();
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      apiVersion: 0,
      apiKeyId,
      toolSlug: null,
      idempotencyKey: null,
      type: "Anything goes!",
      payload: { a: 1 },
      occurredAt: NOW,
    });
    expect(await db.select().from(deliveries).where(eq(deliveries.brandId, brandId))).toEqual([]);
  });

  it("is refused for an archived brand or if it can't be stored", async () => {
    const { db } = database;
    const archived = await createBrandFixture(db, { archivedAt: NOW });
    const key = { apiKeyId: newId(), brandId: archived.id };
    await expect(
      ingestLooseEvent(context<ApiKeyActor>(db, { kind: "api-key", ...key }), { event: { type: "x", payload: {} } }),
    ).rejects.toBeInstanceOf(Unauthorized);
    const unstorable = { type: "nul\u0000", payload: {} };
    await expect(
      ingestLooseEvent(context<ApiKeyActor>(db, { kind: "api-key", ...key, brandId }), { event: unstorable }),
    ).rejects.toBeInstanceOf(BadRequest);
  });
});
