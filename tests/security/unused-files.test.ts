import { readFileSync } from "node:fs";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, drafts, files } from "@/db/schema";
import { archiveBrand } from "@/lib/brands/server";
import { type BrandDocument, emptyDocument, type FileRef } from "@/lib/content";
import { readFile, removeUnusedFiles, storageKey, storeUpload } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import { discardDraft, mergeDraft, openDraft, publishDraft, restoreVersion, saveDraft } from "@/lib/publishing/server";
import { sampleTypography, typeface } from "../support/documents";
import { picture } from "../support/files";
import { actingUser, context, createBrandFixture, createUser, NOW, SYSTEM } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { memoryStorage } from "../support/memory-storage";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";

const DAY_MS = 24 * 60 * 60_000;
const STEP_DAYS = inForm({ short: 9, full: 1 });
const font = (name: string) => readFileSync(`node_modules/geist/dist/fonts/geist-sans/Geist-${name}.woff2`);

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const on = (day: number) => new Date(NOW.getTime() + day * DAY_MS);
const withAssets = (...shown: FileRef[]): BrandDocument => ({
  ...emptyDocument(),
  assets: shown.map((file, index) => ({ id: newId(), kind: "image", name: `Asset ${index}`, file })),
});

async function createScene() {
  const person = await createUser(database.db);
  const { id: brandId, name } = await createBrandFixture(database.db, { members: { [person.id]: "owner" } });
  const storage = memoryStorage();
  const as = (day: number) => context(database.db, actingUser(person), on(day), { storage });
  const upload = async (day: number, index = 1, bytes?: Buffer) =>
    (await storeUpload(as(day), { brandId, bytes: bytes ?? (await picture("png", index)) })).file;
  const sweep = (day: number) =>
    removeUnusedFiles(context(database.db, SYSTEM, on(day), { storage, clock: async () => on(day) }));
  const draft = async (day: number, document: BrandDocument) => {
    const { baseVersion, revision } = await openDraft(as(day), { brandId });
    return saveDraft(as(day), { brandId, baseVersion, revision, document });
  };
  return {
    brandId,
    name,
    storage,
    as,
    upload,
    sweep,
    draft,
    async publish(day: number, document: BrandDocument) {
      const { revision } = await draft(day, document);
      return publishDraft(as(day), { brandId, revision, note: null });
    },
    /** Ticks on the first and last day and between; daily in full. */
    async days(from: number, until: number) {
      for (let day = from; day < until; day += STEP_DAYS) await sweep(day);
      await sweep(until);
    },
    /** Whether a file is complete: row, bytes, readable. Anything in between fails. */
    async has({ sha256 }: FileRef) {
      const row = await database.db.$count(files, and(eq(files.brandId, brandId), eq(files.sha256, sha256)));
      const [whole, readable] = [
        storage.kept.has(storageKey(brandId, sha256)),
        await readFile(as(0), { brandId, sha256 }),
      ];
      expect([whole, readable !== null]).toEqual([row === 1, row === 1]);
      return row === 1;
    },
  };
}

let scene: Awaited<ReturnType<typeof createScene>>;
beforeEach(async () => {
  await database.db.delete(files);
  scene = await createScene();
});

describe("a file that no draft and no version uses", () => {
  it("is deleted after 30 days, row and bytes, with an audit entry", async () => {
    const [first, second] = [await scene.upload(0, 1), await scene.upload(0, 2)];
    await scene.days(0, 29);
    expect([await scene.has(first), await scene.has(second)]).toEqual([true, true]);
    await scene.days(30, 31);
    expect([await scene.has(first), await scene.has(second)]).toEqual([false, false]);
    const [entry] = await database.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.brandId, scene.brandId), eq(auditEntries.action, "files.removed")));
    expect(entry).toMatchObject({
      actorKind: "system",
      actorLabel: "Brand Identity Hub",
      targetLabel: "2 files unused for 30 days",
    });
  });

  it("stays while a draft uses it, and for 30 days after the draft is discarded", async () => {
    const file = await scene.upload(0);
    await scene.draft(1, withAssets(file));
    await scene.days(0, 99);
    expect(await scene.has(file)).toBe(true);
    await discardDraft(scene.as(99), { brandId: scene.brandId });
    await scene.days(100, 129);
    expect(await scene.has(file)).toBe(true);
    await scene.days(130, 131);
    expect(await scene.has(file)).toBe(false);
  });

  it("stays while only a typeface uses it", async () => {
    const [drafted, published] = [await scene.upload(0, 1, font("Black")), await scene.upload(0, 2, font("Thin"))];
    const inTypeface = (file: FileRef): BrandDocument => ({
      ...withAssets(),
      typography: sampleTypography(typeface({ files: [{ file, weights: [400, 400], style: "normal" }] })),
    });
    await scene.publish(1, inTypeface(published));
    await scene.draft(1, inTypeface(drafted));
    await scene.days(2, 61);
    expect([await scene.has(drafted), await scene.has(published)]).toEqual([true, true]);
    await discardDraft(scene.as(61), { brandId: scene.brandId });
    await scene.publish(62, withAssets());
    await scene.days(63, 95);
    expect([await scene.has(drafted), await scene.has(published)]).toEqual([false, true]);
  });

  it("stays when a draft uses it on the last day", async () => {
    const file = await scene.upload(0);
    await scene.days(0, 29);
    await scene.draft(30, withAssets(file));
    await scene.sweep(31);
    expect(await scene.has(file)).toBe(true);
  });

  it("stays when it is uploaded again on the last day", async () => {
    const file = await scene.upload(0);
    await scene.days(0, 29);
    expect(await scene.upload(30)).toEqual(file);
    await scene.days(31, 59);
    expect(await scene.has(file)).toBe(true);
    await scene.days(60, 61);
    expect(await scene.has(file)).toBe(false);
  });

  it("is deleted from archived brands too", async () => {
    const [file, published] = [await scene.upload(0, 1), await scene.upload(0, 2)];
    await scene.publish(0, withAssets(published));
    await archiveBrand(scene.as(1), { brandId: scene.brandId, typedName: scene.name });
    await scene.days(0, 31);
    expect([await scene.has(file), await scene.has(published)]).toEqual([false, true]);
  });

  it("cannot be used after its deletion, and can be uploaded again", async () => {
    const file = await scene.upload(0);
    await scene.days(0, 31);
    await expect(scene.draft(31, withAssets(file))).rejects.toThrow(/Upload it again/);
    const anew = await scene.upload(31);
    await scene.draft(31, withAssets(anew));
    expect(await scene.has(anew)).toBe(true);
  });

  it("is deleted in batches when there are many", async () => {
    const uploaded = await Promise.all(Array.from({ length: 52 }, (_, index) => scene.upload(0, index + 1)));
    await scene.days(0, 31);
    for (const file of uploaded) expect(await scene.has(file)).toBe(false);
    const entries = await database.db
      .select({ label: auditEntries.targetLabel })
      .from(auditEntries)
      .where(and(eq(auditEntries.brandId, scene.brandId), eq(auditEntries.action, "files.removed")));
    expect(entries.map(({ label }) => Number.parseInt(label, 10))).toEqual([50, 2]);
  });
});

describe("a file that a version uses", () => {
  it("is never deleted, even when later versions omit it", async () => {
    const file = await scene.upload(0);
    await scene.publish(1, withAssets(file));
    await scene.publish(2, emptyDocument());
    await scene.days(2, 40);
    await scene.sweep(4000);
    expect(await scene.has(file)).toBe(true);
  });

  it("is available when an old version is restored", async () => {
    const file = await scene.upload(0);
    await scene.publish(1, withAssets(file));
    const { version } = await scene.publish(2, emptyDocument());
    await scene.days(2, 70);
    const restoring = { brandId: scene.brandId, version: version - 1, expectedVersion: version, note: null };
    await restoreVersion(scene.as(71), restoring);
    await scene.days(71, 140);
    expect(await scene.has(file)).toBe(true);
  });

  it("does not keep another brand's file of the same content", async () => {
    const other = await createScene();
    const [mine, theirs] = [await scene.upload(0), await other.upload(0)];
    await scene.publish(0, withAssets(mine));
    await scene.days(0, 31);
    other.storage.kept.delete(storageKey(other.brandId, theirs.sha256));
    expect([await scene.has(mine), await other.has(theirs)]).toEqual([true, false]);
  });
});

describe("a cleanup run", () => {
  const lookAtOf = async ({ sha256 }: FileRef) => {
    const [row] = await database.db.select().from(files).where(eq(files.sha256, sha256));
    return row?.lookAt ?? null;
  };

  it("never checks a file that a version uses again", async () => {
    const file = await scene.upload(0);
    await scene.publish(0, withAssets(file));
    expect(await lookAtOf(file)).toBeNull();
  });

  it("skips a brand with unreadable documents and retries it in an hour", async () => {
    const broken = await scene.upload(0, 1);
    const other = await createScene();
    const sound = await other.upload(0.5, 2);
    const as = context(database.db, SYSTEM, on(1), { storage: scene.storage, clock: async () => on(1) });
    // The first read of documents fails, like a scan that times out.
    let failures = 0;
    const db = new Proxy(as.db, {
      get(target, name) {
        if (name !== "transaction" || failures > 0) return Reflect.get(target, name);
        failures += 1;
        return async () => {
          throw new Error("canceling statement due to statement timeout");
        };
      },
    });
    await removeUnusedFiles({ ...as, db });
    expect(await lookAtOf(broken)).toEqual(on(1 + 1 / 24));
    expect(await lookAtOf(sound)).toEqual(on(2));
  });

  it("starts no deletion after 20 seconds", async () => {
    for (let index = 1; index <= 4; index += 1) await scene.upload(0, index);
    await scene.days(0, 29);
    let seconds = 0;
    const remove = scene.storage.delete;
    scene.storage.delete = async (key) => {
      if (!key.includes("-webp-") && !key.includes("-png-")) seconds += 10;
      await remove(key);
    };
    const clock = async () => new Date(on(30).getTime() + seconds * 1_000);
    await removeUnusedFiles(context(database.db, SYSTEM, on(30), { storage: scene.storage, clock }));
    expect(scene.storage.kept.size).toBe(2);
    await scene.sweep(30);
    expect(scene.storage.kept.size).toBe(0);
  });
});

describe("while a file is being deleted", () => {
  /** Pauses the deletion before it removes the bytes, until `meanwhile` ends or waits. */
  async function duringRemoval<T>(
    meanwhile: () => Promise<T>,
  ): Promise<{ waited: boolean; outcome: PromiseSettledResult<T> }> {
    const remove = scene.storage.delete;
    let pending: Promise<PromiseSettledResult<T>> | undefined;
    let ended = false;
    let waited = false;
    scene.storage.delete = async (key) => {
      pending ??= Promise.allSettled([meanwhile()]).then(([outcome]) => {
        ended = true;
        return outcome;
      });
      // Until the other one waits for our lock, as the server reports.
      await expect.poll(async () => ended || (await waiting())).toBe(true);
      waited = !ended;
      await remove(key);
    };
    await scene.days(30, 30);
    if (!pending) throw new Error("nothing was removed");
    return { waited, outcome: await pending };
  }

  const waiting = async () => {
    const { rows } = (await database.db.execute(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )) as unknown as { rows: unknown[] };
    return rows.length > 0;
  };

  it("an upload of the same content waits and is stored completely", async () => {
    await scene.upload(0);
    await scene.days(0, 29);
    const { waited, outcome } = await duringRemoval(() => scene.upload(30));
    expect(waited).toBe(true);
    if (outcome.status === "rejected") throw outcome.reason;
    expect(await scene.has(outcome.value)).toBe(true);
  });

  it("a draft that uses it is refused with a request to upload it again", async () => {
    const file = await scene.upload(0);
    await scene.days(0, 29);
    const { waited, outcome } = await duringRemoval(() => scene.draft(30, withAssets(file)));
    expect(waited).toBe(false);
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringMatching(/Upload it again/) },
    });
    expect(await scene.has(file)).toBe(false);
  });

  it("no other request of the brand waits", async () => {
    await scene.upload(0);
    await scene.days(0, 29);
    const { waited, outcome } = await duringRemoval(() => scene.upload(30, 2));
    expect([waited, outcome.status]).toEqual([false, "fulfilled"]);
  });

  /** Makes the store refuse deletions until the returned function is called. */
  function refuseToDelete(...refused: FileRef[]): () => void {
    const remove = scene.storage.delete;
    const keys = refused.map(({ sha256 }) => storageKey(scene.brandId, sha256));
    scene.storage.delete = async (key) => {
      if (keys.includes(key)) throw new Error("the store is down");
      await remove(key);
    };
    return () => {
      scene.storage.delete = remove;
    };
  }

  it("bytes that the store cannot delete block no others, and are retried in an hour", async () => {
    const [stuck, free] = [await scene.upload(0, 1), await scene.upload(0, 2)];
    await scene.days(0, 29);
    const repair = refuseToDelete(stuck);
    await scene.sweep(30);
    expect(await scene.has(free)).toBe(false);
    expect(scene.storage.kept.has(storageKey(scene.brandId, stuck.sha256))).toBe(true);
    repair();
    await scene.sweep(30 + 1 / 24);
    expect(await scene.has(stuck)).toBe(false);
  });

  it("a file with remaining bytes cannot be read, drafted, merged or published until it is uploaded again", async () => {
    const { brandId } = scene;
    const file = await scene.upload(0);
    const { baseVersion } = await openDraft(scene.as(0), { brandId });
    await scene.days(0, 29);
    refuseToDelete(file);
    await scene.sweep(30);
    const document = withAssets(file);
    expect(await readFile(scene.as(30), { brandId, sha256: file.sha256 })).toBeNull();
    await expect(scene.draft(30, document)).rejects.toThrow(/Upload it again/);
    await expect(mergeDraft(scene.as(30), { brandId, baseVersion, document })).rejects.toThrow(/Upload it again/);
    const { revision } = await scene.draft(30, emptyDocument());
    await database.db.update(drafts).set({ document }).where(eq(drafts.brandId, brandId));
    await expect(publishDraft(scene.as(30), { brandId, revision, note: null })).rejects.toThrow(/Upload it again/);
    await discardDraft(scene.as(30), { brandId });

    expect(await scene.upload(30)).toEqual(file);
    await scene.publish(30, document);
    await scene.days(31, 99);
    expect(await scene.has(file)).toBe(true);
  });

  it("a concurrent tick deletes nothing twice", async () => {
    const file = await scene.upload(0);
    await scene.days(0, 29);
    await Promise.all(Array.from({ length: 4 }, () => scene.sweep(30)));
    expect(await scene.has(file)).toBe(false);
    const entries = await database.db.$count(
      auditEntries,
      and(eq(auditEntries.brandId, scene.brandId), eq(auditEntries.action, "files.removed")),
    );
    expect(entries).toBe(1);
  });
});
