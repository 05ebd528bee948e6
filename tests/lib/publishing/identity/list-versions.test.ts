import { beforeAll, describe, expect, it } from "vitest";
import { brandVersions } from "@/db/schema";
import { NotFound } from "@/lib/platform/errors";
import { compareVersions, getVersion, pageVersions } from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const VERSIONS = 60;
const FIRST = { offset: 0, path: null };
const database = openTestDatabase();
let brandId: string;
let ctx: ReturnType<typeof context>;
let nonMember: ReturnType<typeof context>;

beforeAll(async () => {
  const { db } = database;
  const viewer = await createUser(db);
  const author = await createUser(db, { name: "Ada Lovelace" });
  const document = sampleDocument();
  const brand = await createBrandFixture(db, { members: { [viewer.id]: "viewer" }, document });
  brandId = brand.id;
  ctx = context(db, actingUser(viewer));
  nonMember = context(db, actingUser(await createUser(db)));
  await db.insert(brandVersions).values(
    Array.from({ length: VERSIONS - 1 }, (_, index) => ({
      brandId,
      version: index + 2,
      snapshot: {
        ...document,
        brand: { name: brand.name, slug: brand.slug },
        identity: { ...document.identity, brand: { tagline: `Version ${index + 2}` } },
      },
      changed: ["identity" as const],
      note: index % 10 === 0 ? "100% wool" : null,
      authorId: index % 2 === 0 ? author.id : null,
      createdAt: NOW,
    })),
  );
});

const versions = (page: { entries: { version: number }[] }) => page.entries.map(({ version }) => version);

describe("pageVersions", () => {
  it("starts with the newest 25 and links only to older ones", async () => {
    const page = await pageVersions(ctx, { brandId });
    expect(versions(page)).toEqual(Array.from({ length: 25 }, (_, index) => VERSIONS - index));
    expect(page).toMatchObject({ older: 36, newer: null });
  });

  it("pages to the first version and back without gaps or repeats", async () => {
    const second = await pageVersions(ctx, { brandId, before: 36 });
    expect([versions(second)[0], second.entries.length, second.older, second.newer]).toEqual([35, 25, 11, 35]);
    const last = await pageVersions(ctx, { brandId, before: 11 });
    expect(versions(last)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(last).toMatchObject({ older: null, newer: 10 });
    const back = await pageVersions(ctx, { brandId, after: 10 });
    expect(versions(back)).toEqual(versions(second));
    expect(back).toMatchObject({ older: 11, newer: 35 });
    expect(await pageVersions(ctx, { brandId, after: 35 })).toMatchObject({ older: 36, newer: null });
  });

  it("searches notes and authors, and escapes wildcards", async () => {
    expect(versions(await pageVersions(ctx, { brandId, search: "100% w" }))).toEqual([52, 42, 32, 22, 12, 2]);
    expect((await pageVersions(ctx, { brandId, search: "lovelace" })).entries).toHaveLength(25);
    expect(await pageVersions(ctx, { brandId, search: "1_0" })).toEqual({ entries: [], older: null, newer: null });
  });

  it("is only for members", async () => {
    await expect(pageVersions(nonMember, { brandId })).rejects.toBeInstanceOf(NotFound);
    await expect(getVersion(nonMember, { brandId, version: 1 })).rejects.toBeInstanceOf(NotFound);
    await expect(compareVersions(nonMember, { brandId, from: 1, to: 2, ...FIRST })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("getVersion", () => {
  it("returns a version with snapshot and author", async () => {
    const found = await getVersion(ctx, { brandId, version: 2 });
    expect(found).toMatchObject({ version: 2, author: "Ada Lovelace", note: "100% wool" });
    expect(found.snapshot.identity.brand.tagline).toBe("Version 2");
  });

  it.each([0, VERSIONS + 1])("refuses version %i", async (version) => {
    await expect(getVersion(ctx, { brandId, version })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("compareVersions", () => {
  it("compares each field in either direction", async () => {
    const { changed, shown } = await compareVersions(ctx, { brandId, from: 9, to: 4, ...FIRST });
    expect(changed).toMatchObject([{ path: "identity.brand.tagline" }]);
    const runs = [
      { kind: "same", text: "Version " },
      { kind: "removed", text: "9" },
      { kind: "added", text: "4" },
    ];
    expect(shown).toMatchObject([{ path: "identity.brand.tagline", diff: { kind: "text", runs } }]);
  });
});
