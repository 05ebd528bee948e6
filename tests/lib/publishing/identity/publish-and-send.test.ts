import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { childContextDeliveries as deliveries, tools } from "@/db/schema";
import { renameBrand } from "@/lib/brands/server";
import { ingestEvents, replayFailedSince, sendTestDelivery } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { publishDraft, restoreVersion, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
} from "../../../support/fixtures";
import { createTestClock, runTick, subscribe } from "../../../support/outbox";
import { createReceiver, type Receiver } from "../../../support/receiver";

const published = sampleDocument();
const statements: string[] = [];
let database: OpenDatabase;
let openTransactions = 0;
let receiver: Receiver;
let owner: Ctx;
let brand: { id: string; slug: string };
let toolSlug: string;
/** The result of each tick. The test clock stands still, so nothing waits. */
let woken: Promise<{ processed: number; failed: number }>[];
beforeAll(async () => {
  database = await createTestDatabase((statement) => statements.push(statement));
  const transaction = database.db.transaction.bind(database.db);
  database.db.transaction = async (...args) => {
    openTransactions += 1;
    return transaction(...args).finally(() => {
      openTransactions -= 1;
    });
  };
  receiver = await createReceiver((response) => response.end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));
const wakeTick = () => {
  expect(openTransactions).toBe(0);
  woken.push(runTick(database.db, createTestClock().clock));
};
beforeEach(async () => {
  const { db } = database;
  await db.delete(deliveries);
  const user = await createUser(db);
  owner = context(db, actingUser(user), NOW, { wakeTick });
  brand = await createBrandFixture(db, { document: published, members: { [user.id]: "owner" } });
  toolSlug = (await subscribe(db, receiver.url, { brand })).toolSlug;
  receiver.received.length = 0;
  woken = [];
});

async function draft(tagline: string, baseVersion = 1): Promise<{ brandId: string; revision: number; note: null }> {
  const document = sampleDocument({ identity: { schema: 1, brand: { tagline }, personality: {}, persona: {} } });
  const { revision } = await saveDraft(owner, { brandId: brand.id, baseVersion, revision: null, document });
  return { brandId: brand.id, revision, note: null };
}

const sent = async () => {
  const reports = await Promise.all(woken);
  return reports.map(({ processed }) => processed);
};

describe("publishing", () => {
  it("reads the brand once, under its lock", async () => {
    const publication = await draft("New");
    statements.length = 0;
    await publishDraft({ ...owner, wakeTick: () => {} }, publication);
    expect(statements.filter((statement) => statement.includes('from "brands"'))).toHaveLength(1);
    // Five of them record the version, because the previous one was not recorded.
    expect(statements).toHaveLength(15);
  });

  it("starts a tick after the commit, which sends the webhook at once", async () => {
    await publishDraft(owner, await draft("New"));
    expect(await sent()).toEqual([1]);
    expect(receiver.received.map(({ headers }) => headers["x-hub-event"])).toEqual(["identity.updated"]);
  });

  it("starts no tick for an unchanged or refused draft", async () => {
    const edit = { brandId: brand.id, baseVersion: 1, revision: null, document: published };
    const { revision } = await saveDraft(owner, edit);
    const publication = { brandId: brand.id, revision, note: null };
    await expect(publishDraft(owner, { ...publication, revision: revision + 1 })).rejects.toThrow();
    await publishDraft(owner, publication);
    expect(await sent()).toEqual([]);
  });
});

describe("other deliveries", () => {
  it("are sent at once: a restored version, a new name, a test, a replay and a relayed event", async () => {
    const { db } = database;
    const brandId = brand.id;
    await publishDraft(owner, await draft("New"));
    expect(await sent()).toEqual([1]);
    await restoreVersion(owner, { brandId, version: 1, expectedVersion: 2, note: null });
    expect(await sent()).toEqual([1, 1]);
    await renameBrand(owner, { brandId, name: "Alder", slug: `alder-${brandId.slice(0, 8)}` });
    expect(await sent()).toEqual([1, 1, 1]);
    await sendTestDelivery(owner, { brandId, toolSlug });
    expect(await sent()).toEqual([1, 1, 1, 1]);

    await db.update(deliveries).set({ status: "dead", finishedAt: NOW, reason: "It was." });
    expect(await replayFailedSince(owner, { brandId, toolSlug, since: NOW })).toBe(4);
    expect((await sent()).at(-1)).toBe(4);

    const sender = await createTool(db);
    await entitle(db, brandId, sender.slug);
    await db
      .update(tools)
      .set({ eventPatterns: ["asset.*"] })
      .where(eq(tools.slug, toolSlug));
    const event = { brand_id: brandId, type: "asset.approved", occurred_at: NOW.toISOString(), payload: {} };
    await ingestEvents(
      { ...toolContext(db, sender.slug), wakeTick },
      { events: [{ ...event, idempotency_key: newId() }] },
    );
    expect((await sent()).at(-1)).toBe(1);
    expect(receiver.received.at(-1)?.headers["x-hub-event"]).toBe("asset.approved");
  });
});
