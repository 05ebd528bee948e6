import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  BrandBundleSchema,
  Event,
  HubRequestError,
  INBOX_ATTEMPTS,
  INBOX_KEEP_MS,
  INBOX_RETRY_MS,
  Inbox,
  Outbox,
  RelayedEvent,
} from "@/lib/contract";
import { EXAMPLE_BRAND_ID as BRAND, examples } from "@/lib/contract/examples";
import { KIT_STORES, type KitStores } from "@/tests/support/kit-stores";

const OTHER = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8aff";
const NOW = new Date("2026-03-14T09:26:53.589Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const row = (version: number, fetchedAt: Date | null = NOW, brandId = BRAND) => ({
  brand_id: brandId,
  identity_version: version,
  bundle: BrandBundleSchema.parse({ ...examples.readBundle.response, identity_version: version }),
  fetched_at: fetchedAt,
});
const relayed = (n: number) =>
  RelayedEvent.parse({
    id: `01920a4e-6a17-7000-8000-${String(n).padStart(12, "0")}`,
    type: "asset.approved",
    occurred_at: NOW.toISOString(),
    brand_id: BRAND,
    source_tool: "print-desk",
    trace_id: null,
    payload: { n },
  });
const event = (n: number, payload: Record<string, unknown> = { n }) =>
  Event.parse({
    brand_id: BRAND,
    type: "asset.approved",
    occurred_at: NOW.toISOString(),
    idempotency_key: `key-${n}`,
    payload,
  });
const refusal = (status: number) => new HubRequestError("bad_request", status, `refused with ${status}`);

describe.each(Object.entries(KIT_STORES))("the stores on %s", (_, open) => {
  let stores: KitStores;
  let now: Date;
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());
  beforeEach(async () => {
    await stores.clear();
    now = NOW;
  });

  describe("a brand's row", () => {
    it("is inserted by the first read and found once it has a bundle", async () => {
      const { bundles } = stores;
      await bundles.markStale(BRAND, 9);
      expect(await bundles.find(BRAND)).toBeNull();
      await bundles.beginFetch(BRAND, "one");
      expect(await bundles.find(BRAND)).toBeNull();
      await bundles.saveBundle(row(7), "one");
      expect(await bundles.find(BRAND)).toEqual({ ...row(7), stale: false });
      expect(await bundles.find(OTHER)).toBeNull();
    });

    it("is deleted if its first read is abandoned, unless a later one has started", async () => {
      const { bundles } = stores;
      await bundles.beginFetch(BRAND, "early");
      await bundles.beginFetch(BRAND, "late");
      await bundles.abandon?.(BRAND, "early");
      await bundles.saveBundle(row(7), "late");
      await bundles.abandon?.(BRAND, "late");
      expect(await bundles.find(BRAND)).toMatchObject({ fetched_at: NOW });
      await bundles.beginFetch(OTHER, "only");
      await bundles.abandon?.(OTHER, "only");
      await bundles.saveBundle(row(7, NOW, OTHER), "only");
      expect(await bundles.find(OTHER)).toBeNull();
    });

    it("keeps an announcement from any process during its first read", async () => {
      const { bundles } = stores;
      await bundles.beginFetch(BRAND, "one");
      await stores.another().bundles.markStale(BRAND, 8);
      await bundles.saveBundle(row(7), "one");
      expect(await bundles.find(BRAND)).toMatchObject({ identity_version: 7, stale: true, fetched_at: NOW });
    });

    it.each([
      ["lower", 6, { identity_version: 7, fetched_at: null }],
      ["the same", 7, { identity_version: 7, fetched_at: null }],
      ["higher", 8, { identity_version: 8, fetched_at: null }],
    ])("isn't finished by a read that another has followed, if its version is %s", async (_name, version, expected) => {
      const { bundles } = stores;
      await bundles.beginFetch(BRAND, "first");
      await bundles.saveBundle(row(7), "first");
      await bundles.beginFetch(BRAND, "early");
      await bundles.beginFetch(BRAND, "late");
      await bundles.saveBundle(row(version), "early");
      await bundles.finishUnchanged(BRAND, NOW, "early");
      expect(await bundles.find(BRAND)).toMatchObject(expected);
      await bundles.finishUnchanged(BRAND, later(-1), "late");
      expect(await bundles.find(BRAND)).toMatchObject({ fetched_at: later(-1) });
    });

    it.each([
      [6, 7],
      [7, 7],
      [8, 8],
    ])("accepts version %i over 7 by the last read, and then has %i", async (version, then) => {
      const { bundles } = stores;
      await bundles.beginFetch(BRAND, "first");
      await bundles.saveBundle(row(7), "first");
      await bundles.beginFetch(BRAND, "last");
      await bundles.saveBundle(row(version, later(5)), "last");
      const fetched = version === 6 ? null : later(5);
      expect(await bundles.find(BRAND)).toMatchObject({ identity_version: then, fetched_at: fetched });
    });

    it("is marked stale without others, below a version or at any version", async () => {
      const { bundles } = stores;
      for (const brandId of [BRAND, OTHER]) {
        await bundles.beginFetch(brandId, "one");
        await bundles.saveBundle(row(7, NOW, brandId), "one");
      }
      await bundles.markStale(BRAND, 7);
      expect(await bundles.find(BRAND)).toMatchObject({ stale: false });
      await bundles.markStale(BRAND, 8);
      expect(await bundles.find(BRAND)).toMatchObject({ stale: true, fetched_at: NOW });
      await bundles.beginFetch(BRAND, "two");
      expect(await bundles.find(BRAND)).toMatchObject({ stale: false, fetched_at: null });
      await bundles.markStale(BRAND);
      expect(await bundles.find(BRAND)).toMatchObject({ stale: true });
      expect(await bundles.find(OTHER)).toMatchObject({ stale: false });
    });
  });

  describe("an inbox", () => {
    let done: number[];
    let failures: { n: unknown; setAside: boolean }[];
    let failing: boolean;
    const inboxOn = (store = stores.inbox) =>
      new Inbox({
        store,
        now: () => now,
        onEvent: ({ payload }) => {
          if (failing) throw new Error("The disk is full.");
          done.push(Number(payload.n));
        },
        onFailure: ({ entry, setAside }) => failures.push({ n: entry.event.payload.n, setAside }),
      });
    beforeEach(() => {
      done = [];
      failures = [];
      failing = false;
    });

    it("processes each event once, oldest first, however often it arrives", async () => {
      const inbox = inboxOn();
      expect(await inbox.take(relayed(1), 0)).toBe(true);
      now = later(1);
      expect(await inbox.take(relayed(2), 0)).toBe(true);
      expect(await inboxOn(stores.another().inbox).take(relayed(1), 0)).toBe(false);
      await Promise.all([inbox.work(), inbox.work()]);
      expect(await inbox.take(relayed(1), 0)).toBe(false);
      await inbox.work();
      expect(done).toEqual([1, 2]);
    });

    it("processes each replay once", async () => {
      const inbox = inboxOn();
      for (const replay of [0, 1, 1, 2, 0, 1]) await inbox.take(relayed(1), replay);
      await inbox.work();
      expect(done).toEqual([1, 1, 1]);
    });

    it("gives an event to one of two processes that claim at once", async () => {
      const inbox = inboxOn();
      for (let n = 1; n <= 6; n += 1) await inbox.take(relayed(n), 0);
      await Promise.all([inbox.work(), inboxOn(stores.another().inbox).work()]);
      expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it("retries failed and interrupted events and sets aside those that always fail", async () => {
      const inbox = inboxOn();
      await inbox.take(relayed(1), 0);
      await stores.another().inbox.take(now, later(INBOX_RETRY_MS));
      await inbox.work();
      expect(done).toEqual([]);
      failing = true;
      for (let attempt = 2; attempt <= INBOX_ATTEMPTS + 1; attempt += 1) {
        now = new Date(now.getTime() + INBOX_RETRY_MS);
        await inbox.work();
      }
      expect(failures).toHaveLength(INBOX_ATTEMPTS - 1);
      expect(failures.map(({ setAside }) => setAside).lastIndexOf(false)).toBe(INBOX_ATTEMPTS - 3);
      failing = false;
      now = new Date(now.getTime() + INBOX_RETRY_MS);
      await inbox.work();
      expect(done).toEqual([]);
      expect(await inbox.take(relayed(1), 0)).toBe(false);
    });

    it("deletes events processed long ago", async () => {
      const inbox = inboxOn();
      await inbox.take(relayed(1), 0);
      await inbox.work();
      now = later(INBOX_KEEP_MS);
      await inbox.work();
      expect(await inbox.take(relayed(1), 0)).toBe(false);
      now = later(INBOX_KEEP_MS + 1);
      await inbox.work();
      expect(await inbox.take(relayed(1), 0)).toBe(true);
    });
  });

  describe("an outbox", () => {
    let taken: string[][];
    let refuses: (key: string) => boolean;
    let away: Error | null;
    let refused: string[];
    const client = {
      async sendEvents(events: readonly Event[]) {
        if (away) throw away;
        if (events.some(({ idempotency_key }) => refuses(idempotency_key))) throw refusal(400);
        taken.push(events.map(({ idempotency_key }) => idempotency_key));
        return events.map(() => ({ deduped: false }));
      },
    };
    const outboxOn = (store = stores.outbox) =>
      new Outbox({ store, client, onRefused: ({ queued }) => refused.push(queued.event.idempotency_key) });
    beforeEach(() => {
      taken = [];
      refused = [];
      refuses = () => false;
      away = null;
    });

    it("sends each event once, in order, in batches of 500", async () => {
      const outbox = outboxOn();
      for (let n = 1; n <= 501; n += 1) await outbox.add(event(n));
      expect(await Promise.all([outbox.flush(), outbox.flush()])).toEqual([501, 0]);
      expect(taken.map(({ length }) => length)).toEqual([500, 1]);
      expect(taken.flat()).toEqual(Array.from({ length: 501 }, (_entry, index) => `key-${index + 1}`));
      expect(await outboxOn(stores.another().outbox).flush()).toBe(0);
    });

    it("sends at most 1 MiB in a batch", async () => {
      const outbox = outboxOn();
      for (let n = 1; n <= 3; n += 1) await outbox.add(event(n, { text: "x".repeat(400_000) }));
      await outbox.flush();
      expect(taken.map(({ length }) => length)).toEqual([2, 1]);
    });

    it("keeps all events while the hub is away, busy or refuses the tool, then continues", async () => {
      const outbox = outboxOn();
      for (let n = 1; n <= 3; n += 1) await outbox.add(event(n));
      for (const error of [new HubRequestError(null, null, "away"), refusal(429), refusal(401), refusal(500)]) {
        away = error;
        await expect(outbox.flush()).rejects.toBe(error);
      }
      away = null;
      expect(await outbox.flush()).toBe(3);
      expect(taken).toEqual([["key-1", "key-2", "key-3"]]);
      expect(refused).toEqual([]);
    });

    it("sets aside the refused event of a batch and sends the others", async () => {
      const outbox = outboxOn();
      for (let n = 1; n <= 20; n += 1) await outbox.add(event(n));
      refuses = (key) => key === "key-7" || key === "key-20";
      expect(await outbox.flush()).toBe(18);
      expect(taken.flat()).toHaveLength(18);
      expect(refused).toEqual(["key-7", "key-20"]);
      expect(await outbox.flush()).toBe(0);
      expect(refused).toHaveLength(2);
    });

    it("throws on an invalid event", async () => {
      await expect(outboxOn().add({ ...event(1), type: "hub.mine" })).rejects.toThrow(/the hub's own/);
    });
  });
});
