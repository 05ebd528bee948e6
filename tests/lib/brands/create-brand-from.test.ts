import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { brands, files, users } from "@/db/schema";
import type { BrandStart } from "@/lib/brands";
import { checkSlug, createBrandFrom, suggestFreeSlug } from "@/lib/brands/server";
import { generatePalette } from "@/lib/content";
import { createLocalStorage, readFile } from "@/lib/content/server";
import { getSnapshot } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { PDF, picture } from "@/tests/support/files";
import { actingUser, context, createUser, NOW, systemContext } from "@/tests/support/fixtures";
import { memoryStorage } from "@/tests/support/memory-storage";

const SEED = { hex: "#0f766e", harmony: "triadic" } as const;

let database: OpenDatabase;
let directory: string;
let me: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "hub-new-brand-"));
});
beforeEach(async () => {
  const storage = createLocalStorage(directory);
  me = context(database.db, actingUser(await createUser(database.db)), NOW, { storage });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

let counter = 0;
const create = (start: BrandStart, slug = `fresh-${++counter}`) => createBrandFrom(me, { name: "Fresh", slug, start });
const begun = async (start: BrandStart) => {
  const { id } = await create(start);
  return { id, snapshot: await getSnapshot(systemContext(database.db), { brandId: id, version: 1 }) };
};

describe("createBrandFrom", () => {
  it("starts empty", async () => {
    const { snapshot } = await begun({ kind: "nothing" });
    expect(snapshot).toMatchObject({
      brand: { name: "Fresh" },
      colors: { palette: [] },
      logos: { items: [] },
      assets: [],
    });
  });

  it("starts from a colour with the previewed palette", async () => {
    const { snapshot } = await begun({ kind: "color", seed: { ...SEED, hex: " #0F766E" } });
    const previewed = generatePalette({ seed: SEED, newId: () => "" });
    expect(snapshot.colors).toMatchObject({ source: "generated", seed: SEED });
    expect(snapshot.colors.palette.map(({ hex }) => hex)).toEqual(previewed.map(({ hex }) => hex));
  });

  it("starts from a logo, stored cleaned, with a palette from its colour", async () => {
    const bytes = await picture("png");
    const { id, snapshot } = await begun({ kind: "logo", bytes, background: "dark", seed: SEED });
    const [item] = snapshot.logos.items;
    expect(item).toMatchObject({
      variant: "logo_negative",
      background: "dark",
      file: { mime: "image/png", width: 30 },
    });
    expect(snapshot.colors).toMatchObject({ source: "extracted", seed: SEED });
    const [row] = await database.db.select().from(files).where(eq(files.brandId, id));
    expect(row).toMatchObject({ id: item?.file.id, sha256: item?.file.sha256 });
    expect(await readFile(me, { brandId: id, sha256: item?.file.sha256 ?? "" })).toMatchObject({ mime: "image/png" });
  });

  it("holds no lock while a slow store saves the logo", async () => {
    const storage = memoryStorage();
    const put = async (key: string, bytes: Buffer) => {
      // The embedded database serves one transaction at a time.
      await database.db.select({ one: sql`1` }).from(users).limit(1);
      await storage.put(key, bytes, "image/png");
    };
    me = { ...me, storage: { ...storage, put } };
    await create({ kind: "logo", bytes: await picture("png"), background: "dark", seed: SEED });
    expect(storage.kept.size).toBe(1);
  });

  it("deletes the stored logo when creating the brand fails", async () => {
    const storage = memoryStorage();
    const kept: number[] = [];
    const slug = `lost-${++counter}`;
    const put = async (key: string, bytes: Buffer) => {
      await storage.put(key, bytes, "image/png");
      kept.push(storage.kept.size);
      // Another person takes the slug first.
      await createBrandFrom({ ...me, storage }, { name: "First", slug, start: { kind: "nothing" } });
    };
    const start = { kind: "logo", bytes: await picture("png"), background: "dark", seed: SEED } as const;
    const losing = createBrandFrom({ ...me, storage: { ...storage, put } }, { name: "Second", slug, start });
    await expect(losing).rejects.toMatchObject({ field: "slug" });
    expect([...kept, storage.kept.size]).toEqual([1, 0]);
  });

  it("keeps the logo if the commit's response is lost", async () => {
    const storage = memoryStorage();
    const slug = `uncertain-${++counter}`;
    const losing: Ctx["db"] = new Proxy(database.db, {
      get: (db, name) =>
        name === "transaction"
          ? async (...args: Parameters<typeof db.transaction>) => {
              await db.transaction(...args);
              throw new Error("Connection terminated unexpectedly");
            }
          : Reflect.get(db, name),
    });
    const start = { kind: "logo", bytes: await picture("png"), background: "dark", seed: SEED } as const;
    const making = createBrandFrom({ ...me, db: losing, storage }, { name: "Uncertain", slug, start });
    await expect(making).rejects.toThrow("terminated");
    const [made] = await database.db.select().from(brands).where(eq(brands.slug, slug));
    expect([made?.slug, storage.kept.size]).toEqual([slug, 1]);
  });

  it("starts from a file", async () => {
    const text = JSON.stringify({ identity: { brand: { tagline: "Imported" } } });
    expect((await begun({ kind: "file", text })).snapshot.identity.brand.tagline).toBe("Imported");
  });

  it.each<[string, string, BrandStart]>([
    ["color", "an invalid colour", { kind: "color", seed: { ...SEED, hex: "teal" } }],
    ["logo", "a logo that isn't a picture", { kind: "logo", bytes: PDF, background: "light", seed: SEED }],
    [
      "logo",
      "a logo of an unknown type",
      { kind: "logo", bytes: Buffer.from("hello"), background: "light", seed: SEED },
    ],
    ["file", "a file without a brand", { kind: "file", text: "{}" }],
  ])("refuses %s, %s, and creates nothing", async (field, _what, start) => {
    const slug = `refused-${++counter}`;
    await expect(create(start, slug)).rejects.toMatchObject({ code: "bad_request", field });
    expect(await database.db.select().from(brands).where(eq(brands.slug, slug))).toEqual([]);
  });

  it("refuses a taken slug before storing anything", async () => {
    const { slug } = await create({ kind: "nothing" });
    await expect(create({ kind: "nothing" }, slug)).rejects.toMatchObject({ field: "slug" });
  });
});

describe("checkSlug", () => {
  it("reports free, taken, reserved and malformed slugs", async () => {
    const { slug } = await create({ kind: "nothing" });
    expect(await checkSlug(me, { slug: "quite-free" })).toEqual({ slug: "quite-free", available: true, message: null });
    for (const input of [slug, "admin", "Not A Slug", "a--b", ""]) {
      expect(await checkSlug(me, { slug: input })).toMatchObject({ available: false, message: expect.any(String) });
    }
  });
});

describe("suggestFreeSlug", () => {
  it("makes a slug from a name, with a number if it is taken", async () => {
    const name = `Café & Söhne ${++counter}`;
    const first = await suggestFreeSlug(me, { name });
    expect(first).toBe(`cafe-and-sohne-${counter}`);
    await create({ kind: "nothing" }, first);
    expect(await suggestFreeSlug(me, { name })).toBe(`${first}-2`);
  });

  it("never suggests a reserved slug", async () => {
    expect(await suggestFreeSlug(me, { name: "Admin" })).toBe("admin-2");
    expect((await suggestFreeSlug(me, { name: "x".repeat(120) })).length).toBeLessThanOrEqual(64);
  });

  it("always finds a free one", async () => {
    expect(await suggestFreeSlug(me, { name: "東京" })).toBe("dongjing");
    const given = [];
    for (let count = 0; count < 22; count++) {
      const slug = await suggestFreeSlug(me, { name: "!!!" });
      await create({ kind: "nothing" }, slug);
      given.push(slug);
    }
    expect(given.slice(0, 3)).toEqual(["brand", "brand-2", "brand-3"]);
    expect(given.slice(20)).toEqual([
      expect.stringMatching(/^brand-[0-9a-f]{6}$/),
      expect.stringMatching(/^brand-[0-9a-f]{6}$/),
    ]);
  });
});
