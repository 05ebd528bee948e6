import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { brands, files } from "@/db/schema";
import { knownPalette } from "@/lib/brands";
import { createBrandFrom, searchKnownBrands } from "@/lib/brands/server";
import { storageKey } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import { getSnapshot } from "@/lib/publishing/server";
import { openTestDatabase } from "../../support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW } from "../../support/fixtures";
import { memoryStorage } from "../../support/memory-storage";

const database = openTestDatabase();

describe("known brands", () => {
  it("are found by name, best first, at most twelve, and none without words", async () => {
    const ctx = context(database.db, actingUser(await createUser(database.db)), NOW);
    const [first] = await searchKnownBrands(ctx, { text: "  GITHUB " });
    expect(first).toMatchObject({ name: "GitHub", icon: "github", hex: "#181717" });
    expect((await searchKnownBrands(ctx, { text: "a" })).length).toBe(12);
    expect(await searchKnownBrands(ctx, { text: " " })).toEqual([]);
    expect(await searchKnownBrands(ctx, { text: "nobody is called so" })).toEqual([]);
    await expect(searchKnownBrands(context(database.db, ANONYMOUS, NOW) as never, { text: "a" })).rejects.toThrow();
  });

  it("start with their exact colour, locked, and their mark stored", async () => {
    const storage = memoryStorage();
    const ctx = context(database.db, actingUser(await createUser(database.db)), NOW, { storage });
    const { id } = await createBrandFrom(ctx, {
      name: "Hub",
      slug: "known-hub",
      start: { kind: "known", icon: "github" },
    });
    const { colors, logos } = await getSnapshot(ctx, { brandId: id, version: 1 });
    expect(colors.palette[0]).toMatchObject({ hex: "#181717", locked: true });
    const rows = await database.db.select().from(files).where(eq(files.brandId, id));
    expect(new Set(rows.map(({ sha256 }) => sha256))).toEqual(new Set(logos.items.map(({ file }) => file.sha256)));
    for (const { sha256 } of rows) expect(storage.kept.has(storageKey(id, sha256))).toBe(true);
  });

  it("preview their palette, with reasons for added colours", async () => {
    const ctx = context(database.db, actingUser(await createUser(database.db)), NOW);
    const [bright] = await searchKnownBrands(ctx, { text: "snapchat" });
    const { palette, added, seed } = knownPalette(bright?.hex ?? "", newId);
    expect(palette[0]).toMatchObject({ name: "Brand colour", hex: bright?.hex, locked: true });
    expect(palette).toHaveLength(11);
    expect(added).toMatch(/is kept\. .* too low for text .* Two colours were added/);
    expect(knownPalette("#181717", newId)).toMatchObject({ added: null, palette: { length: 9 } });
    const { id } = await createBrandFrom(context(database.db, ctx.actor, NOW, { storage: memoryStorage() }), {
      name: "Bright",
      slug: "known-bright",
      start: { kind: "known", icon: bright?.icon ?? "" },
    });
    const { colors } = await getSnapshot(ctx, { brandId: id, version: 1 });
    expect(colors.seed).toEqual(seed);
    expect(colors.palette.map(({ hex, name }) => ({ hex, name }))).toEqual(
      palette.map(({ hex, name }) => ({ hex, name })),
    );
  });

  it("are refused by an unknown name, without leaving files", async () => {
    const storage = memoryStorage();
    const ctx = context(database.db, actingUser(await createUser(database.db)), NOW, { storage });
    const start = { kind: "known" as const, icon: "no-such-brand" };
    await expect(createBrandFrom(ctx, { name: "X", slug: "known-none", start })).rejects.toMatchObject({
      field: "known",
    });
    expect(storage.kept.size).toBe(0);
    expect(await database.db.$count(brands, eq(brands.slug, "known-none"))).toBe(0);
  });
});
