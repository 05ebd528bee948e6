import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  BrandBundleSchema,
  BrandCache,
  type BrandCacheStore,
  type BundleResponse,
  type CacheRow,
  type ChangedBundles,
  HubRequestError,
  type IdentityUpdated,
  MAX_URL_AGE_MS,
} from "@/lib/contract";
import { EXAMPLE_BRAND_ID, examples } from "@/lib/contract/examples";
import { EarlierStore, KIT_STORES, type KitStores, memory } from "@/tests/support/kit-stores";

const BRAND = EXAMPLE_BRAND_ID;
const OTHER = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8aff";
const START = new Date("2026-03-14T09:00:00.000Z");
const MINUTE_MS = 60_000;

const bundleAt = (version: number, id = BRAND) =>
  BrandBundleSchema.parse({
    ...examples.readBundle.response,
    identity_version: version,
    brand: { ...examples.readBundle.response.brand, id },
  });

const update = (version: number, id = BRAND): IdentityUpdated => ({
  id: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a99",
  type: "identity.updated",
  occurred_at: START.toISOString(),
  brand_id: id,
  brand_slug: "alder-and-ash",
  identity_version: version,
  previous_version: version - 1,
  changed: ["colors"],
});

let stores: KitStores;
let store: BrandCacheStore;
let now: Date;
let asked: { brandId: string; since: number | undefined }[];
let answer: (brandId: string, since?: number) => Promise<BundleResponse>;
let cache: BrandCache;

const newCache = () =>
  new BrandCache(
    store,
    {
      readBundle: (brandId, since) => {
        asked.push({ brandId, since });
        return answer(brandId, since);
      },
    },
    () => now,
  );

const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

async function row(brandId = BRAND): Promise<CacheRow> {
  const found = await store.find(brandId);
  if (!found) throw new Error("there is no row");
  return found;
}

/** A hub at this version, which answers not_modified for it. */
const hubAt = (version: number) => async (brandId: string, since?: number) =>
  since === version ? ({ not_modified: true } as const) : bundleAt(version, brandId);

const refusing = (code: HubRequestError["code"], status: number | null) => async () => {
  throw new HubRequestError(code, status, "refused");
};

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.each([...Object.entries(KIT_STORES), ["a store of an earlier kit", memory] as const])(
  "on %s",
  (name, open) => {
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());
    beforeEach(async () => {
      await stores.clear();
      store = name in KIT_STORES ? stores.bundles : new EarlierStore();
      now = START;
      asked = [];
      answer = hubAt(7);
      cache = newCache();
    });

    describe("a brand that is not stored", () => {
      it("is read without since and stored with version, fetched_at and stale = false", async () => {
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(7), outdated: false });
        expect(asked).toEqual([{ brandId: BRAND, since: undefined }]);
        expect(await row()).toEqual({
          brand_id: BRAND,
          identity_version: 7,
          bundle: bundleAt(7),
          stale: false,
          fetched_at: START,
        });
      });

      it("leaves no row if the hub refuses it and rethrows the error", async () => {
        answer = refusing("not_found", 404);
        await expect(cache.get(BRAND, true)).rejects.toMatchObject({ code: "not_found" });
        expect(await store.find(BRAND)).toBeNull();
      });

      it("can't be served while the hub is unreachable", async () => {
        answer = refusing(null, null);
        await expect(cache.get(BRAND, true)).rejects.toMatchObject({ code: null });
      });

      it("is read again if a webhook arrived before the first response", async () => {
        answer = async () => {
          await cache.receive(update(8));
          return bundleAt(7);
        };
        await cache.get(BRAND, true);
        expect(await row()).toMatchObject({ identity_version: 7, stale: true });
        answer = hubAt(8);
        expect((await cache.get(BRAND, true)).bundle.identity_version).toBe(8);
      });
    });

    describe("a stored brand", () => {
      beforeEach(async () => {
        await cache.get(BRAND, true);
        asked = [];
      });

      it("is served without asking the hub", async () => {
        passMinutes(10);
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(7), outdated: false });
        expect(asked).toEqual([]);
      });

      it("has one row for its id in any case", async () => {
        await cache.get(BRAND.toUpperCase(), true);
        expect(asked).toEqual([]);
      });

      it("turns stale only by a webhook with a higher version", async () => {
        await cache.receive(update(7));
        await cache.receive(update(6));
        await cache.receive(update(8, OTHER));
        expect(await row()).toMatchObject({ stale: false });
        await cache.receive(update(8));
        expect(await row()).toMatchObject({ stale: true, identity_version: 7, fetched_at: START });
      });

      it("is read again after catchUp only if it changed, was archived or was revoked", async () => {
        const questions: unknown[] = [];
        const says = (found: Partial<ChangedBundles>) => ({
          findChangedBundles: async (brands: readonly { id: string; since: number }[]) => {
            questions.push(brands);
            return { changed: [], forbidden: [], not_found: [], ...found };
          },
        });
        const both = [BRAND.toUpperCase(), BRAND, OTHER];
        await cache.catchUp(says({}), both);
        expect(await row()).toMatchObject({ stale: false });
        await cache.catchUp(says({ changed: [{ id: BRAND, identity_version: 9 }] }), both);
        expect(await row()).toMatchObject({ stale: true });
        answer = hubAt(9);
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(9), outdated: false });
        for (const found of [{ forbidden: [BRAND] }, { not_found: [BRAND] }]) {
          await cache.get(BRAND, true);
          expect(await row()).toMatchObject({ stale: false });
          await cache.catchUp(says(found), both);
          expect(await row()).toMatchObject({ stale: true });
        }
        answer = refusing("forbidden", 403);
        await expect(cache.get(BRAND, false)).rejects.toMatchObject({ code: "forbidden" });
        expect(questions.slice(0, 3)).toEqual([7, 7, 9].map((since) => [{ id: BRAND, since }]));
      });

      it("needs no catchUp request if none is stored", async () => {
        const never = { findChangedBundles: () => Promise.reject(new Error("asked")) };
        await cache.catchUp(never, [OTHER]);
        await expect(cache.catchUp(never, [BRAND])).rejects.toThrow("asked");
      });

      it("is read with since once stale, and not_modified restores fetched_at", async () => {
        await cache.receive(update(8));
        passMinutes(10);
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(7), outdated: false });
        expect(asked).toEqual([{ brandId: BRAND, since: 7 }]);
        expect(await row()).toMatchObject({ stale: false, fetched_at: START });
      });

      it("is replaced by a full response with bundle, version and fetched_at", async () => {
        await cache.receive(update(8));
        passMinutes(10);
        answer = hubAt(8);
        expect((await cache.get(BRAND, true)).bundle).toEqual(bundleAt(8));
        expect(await row()).toEqual({
          brand_id: BRAND,
          identity_version: 8,
          bundle: bundleAt(8),
          stale: false,
          fetched_at: now,
        });
      });

      it("has stale = false and fetched_at = null before the request", async () => {
        await cache.receive(update(8));
        let during: CacheRow | undefined;
        answer = async () => {
          during = await row();
          return bundleAt(8);
        };
        await cache.get(BRAND, true);
        expect(during).toMatchObject({ stale: false, fetched_at: null, identity_version: 7 });
      });

      it("is read without since after a crash during a read", async () => {
        await store.beginFetch(BRAND, "one that died");
        cache = newCache();
        answer = hubAt(7);
        expect((await cache.get(BRAND, false)).outdated).toBe(false);
        expect(asked).toEqual([{ brandId: BRAND, since: undefined }]);
        expect(await row()).toMatchObject({ stale: false, fetched_at: START });
      });

      it.each([
        ["full", 8],
        ["not_modified", 7],
      ])("stays stale when a webhook reached any process during its %s read", async (_, version) => {
        await cache.receive(update(8));
        const otherProcess = newCache();
        answer = async (brandId, since) => {
          await otherProcess.receive(update(9));
          return hubAt(version)(brandId, since);
        };
        await cache.get(BRAND, true);
        expect(await row()).toMatchObject({ stale: true, identity_version: version });
        answer = hubAt(9);
        asked = [];
        expect((await cache.get(BRAND, true)).bundle.identity_version).toBe(9);
        expect(asked).toEqual([{ brandId: BRAND, since: version }]);
        expect(await row()).toMatchObject({ stale: false, identity_version: 9 });
      });

      it("turns stale and is served as outdated if the read fails", async () => {
        await cache.receive(update(8));
        for (const failure of [
          refusing(null, null),
          refusing("server_error", 500),
          refusing("rate_limited", 429),
          refusing(null, 404),
        ]) {
          answer = failure;
          expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(7), outdated: true });
          expect(await row()).toMatchObject({ stale: true, identity_version: 7 });
        }
        answer = hubAt(8);
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(8), outdated: false });
        expect(await row()).toMatchObject({ stale: false });
      });

      it.each([
        ["forbidden", 403],
        ["not_found", 404],
        ["unauthorized", 401],
      ] as const)(
        "is no longer served once the hub answers %s, and requested again next time",
        async (code, status) => {
          await cache.receive(update(8));
          answer = refusing(code, status);
          await expect(cache.get(BRAND, true)).rejects.toMatchObject({ code });
          expect(await row()).toMatchObject({ stale: true });
        },
      );

      it("is never replaced by a lower version, and readers get the higher one", async () => {
        await cache.receive(update(8));
        answer = async () => {
          await store.saveBundle(
            { brand_id: BRAND, identity_version: 9, bundle: bundleAt(9), fetched_at: now },
            "another",
          );
          return bundleAt(8);
        };
        expect((await cache.get(BRAND, true)).bundle.identity_version).toBe(9);
        expect(await row()).toMatchObject({ identity_version: 9, bundle: bundleAt(9) });
      });

      it("never stores another brand's bundle", async () => {
        await cache.receive(update(8));
        answer = async () => bundleAt(8, OTHER);
        expect(await cache.get(BRAND, true)).toMatchObject({ bundle: bundleAt(7), outdated: true });
        expect(await store.find(OTHER)).toBeNull();
      });

      it("refuses not_modified for a read without since", async () => {
        await store.beginFetch(BRAND, "one that died");
        answer = async () => ({ not_modified: true });
        expect(await cache.get(BRAND, true)).toMatchObject({ outdated: true });
        expect(await row()).toMatchObject({ stale: true, fetched_at: null });
      });

      it("shares no data with another brand's row", async () => {
        await cache.get(OTHER, true);
        await cache.receive(update(8, OTHER));
        expect(await row(OTHER)).toMatchObject({ stale: true, bundle: bundleAt(7, OTHER) });
        expect(await row(BRAND)).toMatchObject({ stale: false, bundle: bundleAt(7) });
      });
    });

    describe("signed URLs", () => {
      beforeEach(async () => {
        await cache.get(BRAND, true);
        asked = [];
      });

      it("are read again without since if they are needed and over 25 minutes old", async () => {
        expect(MAX_URL_AGE_MS).toBe(25 * MINUTE_MS);
        passMinutes(25);
        await cache.get(BRAND, true);
        expect(asked).toEqual([]);
        now = new Date(now.getTime() + 1);
        await cache.get(BRAND, true);
        expect(asked).toEqual([{ brandId: BRAND, since: undefined }]);
        expect(await row()).toMatchObject({ fetched_at: now, stale: false });
      });

      it("don't cause a read if they aren't needed", async () => {
        passMinutes(60 * 24);
        expect(await cache.get(BRAND, false)).toMatchObject({ outdated: false });
        await cache.receive(update(8));
        await cache.get(BRAND, false);
        expect(asked).toEqual([{ brandId: BRAND, since: 7 }]);
        expect(await row()).toMatchObject({ fetched_at: START });
      });

      it("are read without since also if the row is stale", async () => {
        await cache.receive(update(8));
        passMinutes(26);
        await cache.get(BRAND, true);
        expect(asked).toEqual([{ brandId: BRAND, since: undefined }]);
      });

      it("are valid for a reader that joins a read without URLs", async () => {
        await cache.receive(update(8));
        passMinutes(26);
        const { opened, open } = gate();
        const current = hubAt(7);
        answer = async (brandId, since) => {
          await opened;
          return current(brandId, since);
        };
        const without = cache.get(BRAND, false);
        await expect.poll(() => asked.length).toBe(1);
        const withUrls = cache.get(BRAND, true);
        open();
        await Promise.all([without, withUrls]);
        expect(asked.map(({ since }) => since)).toEqual([7, undefined]);
        expect(await row()).toMatchObject({ fetched_at: now });
      });
    });

    describe("several readers at once", () => {
      it("ask the hub once", async () => {
        const { opened, open } = gate();
        answer = async () => {
          await opened;
          return bundleAt(7);
        };
        const readers = Array.from({ length: 20 }, () => cache.get(BRAND, true));
        open();
        const bundles = await Promise.all(readers);
        expect(new Set(bundles.map(({ bundle }) => bundle.identity_version))).toEqual(new Set([7]));
        expect(asked).toHaveLength(1);
      });

      it("all get a refusal, and the next one asks again", async () => {
        answer = refusing("forbidden", 403);
        const readers = await Promise.allSettled(Array.from({ length: 5 }, () => cache.get(BRAND, true)));
        expect(readers.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
        answer = hubAt(7);
        expect(await cache.get(BRAND, true)).toMatchObject({ outdated: false });
      });
    });
  },
);
