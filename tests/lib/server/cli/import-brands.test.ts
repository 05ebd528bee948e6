import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, brands, files, memberships } from "@/db/schema";
import { compileIconBrand, drawIconLogos, iconBrands } from "@/lib/brands/known/icon-brands";
import { createBrand } from "@/lib/brands/server";
import { contrastRatio } from "@/lib/content";
import { inspectUpload, storageKey } from "@/lib/content/server";
import { BundleResponse, declared, Slug } from "@/lib/contract";
import { readBundle } from "@/lib/publishing/server";
import { importBatch } from "@/lib/server/cli/import/import-batch";
import { createTestDatabase } from "../../../support/database";
import { actingUser, context, createTool, createUser, entitle, NOW, toolContext } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const all = await iconBrands();
const SAMPLE = all.filter((_, index) => index % 200 === 0);

describe("the brands of Simple Icons", () => {
  it("are over 3,000 with unique, well-formed slugs, the same at every run", async () => {
    expect(all.length).toBeGreaterThan(3_000);
    const slugs = all.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(all.length);
    for (const slug of slugs) expect(Slug.safeParse(slug).success).toBe(true);
    expect((await iconBrands()).map(({ slug }) => slug)).toEqual(slugs);
  });

  it("compile around their real colour with readable text", () => {
    for (const brand of all.filter((_, index) => index % 20 === 0)) {
      const { colors, identity, logos } = compileIconBrand(brand).document;
      const hexOf = (role: string) => colors.palette.find((entry) => entry.role === role)?.hex ?? "";
      expect(hexOf("primary")).toBe(`#${brand.icon.hex.toLowerCase()}`);
      expect(contrastRatio(hexOf("text"), hexOf("background"))).toBeGreaterThanOrEqual(4.5);
      expect(colors.source).toBe("imported");
      expect(identity.brand.website).toBeUndefined();
      expect(logos.rules.join().includes(brand.icon.guidelines ?? "")).toBe(true);
      for (const { clear_space, min_width_px } of logos.items) expect([clear_space, min_width_px]).toEqual(["", 0]);
      expect(logos.items.map(({ variant }) => variant)).toEqual([
        "logo_positive",
        "logo_negative",
        "symbol",
        "favicon",
      ]);
    }
  });

  it("have logo files exactly as an upload would be stored", async () => {
    const white = { title: "White", path: "M0 0h24v24H0z", hex: "#ffffff" };
    const some = [...SAMPLE.slice(0, 3).map(({ icon }) => ({ ...icon, hex: `#${icon.hex.toLowerCase()}` })), white];
    for (const { title, path, hex } of some) {
      for (const { bytes, entry } of drawIconLogos(title, path, hex)) {
        const { bytes: stored, report, font, ...facts } = await inspectUpload(bytes);
        expect(stored.equals(bytes)).toBe(true);
        expect(entry.file).toMatchObject({ ...facts, bytes: bytes.length });
        expect([report, font]).toEqual([[], null]);
      }
    }
  });

  it("share one file between two equal logos of a white brand", () => {
    const [positive, negative] = drawIconLogos("White", "M0 0h24v24H0z", "#ffffff");
    expect(positive?.entry.file).toEqual(negative?.entry.file);
  });

  it("can't inject markup through their glyph", () => {
    expect(() => drawIconLogos("Bad", 'M0 0"/><script/>', "#123456")).toThrow(TypeError);
  });
});

describe("importing", () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it("writes each brand once, however often it runs, and skips brands with a taken slug", async () => {
    const { db } = database;
    const storage = memoryStorage();
    const owner = await createUser(db);
    const own = SAMPLE[0];
    if (!own) throw new Error("there is nothing to import");
    await createBrand(context(db, actingUser(owner)), { name: "Mine", slug: own.slug });
    const importing = context(db, { kind: "system", name: "Import of brands" }, NOW, { storage });
    const batch = { ownerId: owner.id, brands: SAMPLE };
    expect(await importBatch(importing, batch)).toBe(SAMPLE.length - 1);
    expect(await importBatch(importing, batch)).toBe(0);

    const written = await db.select().from(brands);
    expect(written).toHaveLength(SAMPLE.length);
    expect(written.find(({ slug }) => slug === own.slug)?.name).toBe("Mine");
    const owners = await db.select().from(memberships);
    expect(owners.every(({ userId, role }) => userId === owner.id && role === "owner")).toBe(true);
    expect(await db.select().from(auditEntries)).toHaveLength(SAMPLE.length);
    for (const file of await db.select().from(files)) {
      expect((await storage.read(storageKey(file.brandId, file.sha256)))?.length).toBe(file.bytes);
    }
  });

  it("creates brands with a readable bundle", async () => {
    const { db } = database;
    const tool = await createTool(db);
    for (const { id, identityVersion } of (await db.select().from(brands)).slice(1, 4)) {
      await entitle(db, id, tool.slug);
      const { bytes } = await readBundle(toolContext(db, tool.slug), { brandId: id });
      const bundle = declared(BundleResponse).parse(JSON.parse(new TextDecoder().decode(bytes ?? undefined)));
      expect(bundle).toMatchObject({ identity_version: identityVersion, colors: { source: "imported" } });
    }
  });
});
