import { beforeEach, describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { importBrandFile } from "@/lib/brands/server";
import { type BrandDocument, emptyTypography, type StoredFont, type StoredTypography } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { changedParts } from "@/lib/publishing/identity/diff-documents";
import { getSnapshot } from "@/lib/publishing/identity/list-versions";
import {
  compileDocument,
  diffDocuments,
  identityText,
  mergeDocuments,
  openDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument, sampleTypography, typeface } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const database = openTestDatabase();

async function createScene() {
  const person = await createUser(database.db);
  const base = sampleDocument();
  const { id: brandId } = await createBrandFixture(database.db, { members: { [person.id]: "owner" }, document: base });
  const ctx = context(database.db, actingUser(person));
  return {
    ctx,
    brandId,
    base,
    async stored(font: StoredFont) {
      await database.db.insert(files).values(
        font.files.map(({ file: { id, sha256, mime, bytes } }) => ({
          id,
          brandId,
          sha256,
          mime,
          bytes,
          createdAt: NOW,
        })),
      );
      return font;
    },
    save: async (document: BrandDocument) => {
      const { baseVersion, revision } = await openDraft(ctx, { brandId });
      return saveDraft(ctx, { brandId, baseVersion, revision, document });
    },
    async publish(document: BrandDocument) {
      const { revision } = await this.save(document);
      return publishDraft(ctx, { brandId, revision, note: null });
    },
    typography: async (version: number) => (await getSnapshot(ctx, { brandId, version })).typography,
  };
}

let scene: Awaited<ReturnType<typeof createScene>>;
beforeEach(async () => {
  scene = await createScene();
});

describe("a typeface in versions of a brand", () => {
  it("is published with the identity and kept in its version", async () => {
    const [first, second] = [await scene.stored(typeface()), typeface({ family: "Birch", files: [] })];
    const published = await scene.publish({ ...scene.base, typography: sampleTypography(first) });
    expect(changedParts(published.changes)).toEqual(["identity"]);
    await scene.publish({ ...scene.base, typography: sampleTypography(second) });
    await scene.publish(scene.base);
    expect((await scene.typography(2))?.fonts).toEqual([first]);
    expect((await scene.typography(3))?.fonts).toEqual([second]);
    expect(await scene.typography(4)).toBeUndefined();
  });

  it("is restored with its version", async () => {
    const typography = sampleTypography(await scene.stored(typeface()));
    await scene.publish({ ...scene.base, typography });
    await scene.publish(scene.base);
    const { brandId, ctx } = scene;
    await restoreVersion(ctx, { brandId, version: 2, expectedVersion: 3, note: null });
    expect(await scene.typography(4)).toEqual(typography);
  });

  it("refers only to its own brand's files, with the store's facts", async () => {
    const font = await scene.stored(typeface());
    const lied = font.files.map((entry) => ({ ...entry, file: { ...entry.file, bytes: 1, sha256: "00".repeat(32) } }));
    await scene.publish({ ...scene.base, typography: sampleTypography({ ...font, files: lied }) });
    expect((await scene.typography(2))?.fonts).toEqual([font]);
    await expect(scene.save({ ...scene.base, typography: sampleTypography() })).rejects.toBeInstanceOf(BadRequest);
  });

  it("is named in the identity that services read", async () => {
    await scene.publish({ ...scene.base, typography: sampleTypography(typeface({ files: [] })) });
    const { ctx, brandId } = scene;
    const read = JSON.parse(await identityText(ctx, { brandId, version: 2 }));
    expect(read.brand.typography).toEqual({ heading: "Alder Grotesk", body: "Alder Grotesk" });
  });
});

describe("comparing and merging typography", () => {
  const font = typeface();
  const base = sampleDocument({ typography: sampleTypography(font) });
  const withTypography = (change: (typography: StoredTypography) => StoredTypography): BrandDocument => ({
    ...base,
    typography: change(base.typography ?? emptyTypography()),
  });

  it("compares typefaces, roles and styles separately", () => {
    const added = typeface({ family: "Birch" });
    const after = withTypography((old) => ({
      fonts: [...old.fonts, added],
      roles: { ...old.roles, mono: added.id },
      styles: {},
    }));
    expect(diffDocuments(base, after).map(({ label, part }) => [label, part])).toEqual([
      ["Typeface · Birch", "identity"],
      ["Typeface · For monospace text", "identity"],
      ["Text style · Heading", "identity"],
    ]);
  });

  it("merges both sides", () => {
    const [mine, theirs] = [typeface({ family: "Mine" }), typeface({ family: "Theirs" })];
    const none = sampleDocument();
    const { document, conflicts } = mergeDocuments(
      none,
      { ...none, typography: { fonts: [mine], roles: { heading: mine.id }, styles: {} } },
      { ...none, typography: { fonts: [theirs], roles: { body: theirs.id }, styles: {} } },
    );
    expect(conflicts).toEqual([]);
    expect(compileDocument(document).typography).toEqual({
      fonts: [mine, theirs],
      roles: { heading: mine.id, body: theirs.id },
      styles: {},
    });
  });

  it("asks about a typeface that both sides changed, and a role that both reassigned", () => {
    const named = (family: string, role: string) =>
      withTypography((old) => ({
        ...old,
        fonts: old.fonts.map((one) => ({ ...one, family })),
        roles: { ...old.roles, body: role },
      }));
    const [mine, theirs] = [named("Mine", newId()), named("Theirs", newId())];
    const paths = mergeDocuments(base, mine, theirs).conflicts.map(({ path }) => path);
    expect(paths).toEqual([`typography.fonts.${font.id}`, "typography.roles.body"]);
    const choices = Object.fromEntries(paths.map((path) => [path, "theirs" as const]));
    expect(mergeDocuments(base, mine, theirs, choices).document.typography).toEqual(theirs.typography);
  });

  it("keeps a removal, and drops a role that the other side gave the removed typeface", () => {
    const without = sampleDocument({ ...base, typography: undefined });
    expect(compileDocument(mergeDocuments(base, without, base).document).typography).toBeUndefined();
    const given = withTypography((old) => ({ ...old, roles: { ...old.roles, mono: font.id } }));
    expect(compileDocument(mergeDocuments(base, without, given).document).typography).toBeUndefined();
  });
});

describe("typography in an imported brand file", () => {
  it("is copied from a bundle without its files, and names still follow the typefaces", () => {
    const font = typeface();
    const snapshot = {
      ...sampleDocument({ typography: sampleTypography(font) }),
      brand: { name: "Alder", slug: "alder" },
    };
    const bundle = assembleBundle(newId(), 3, snapshot, () => ({
      url: "https://hub.test/files/x",
      expiresAtSeconds: 1,
    }));
    const { document, left, taken } = importBrandFile(JSON.stringify(bundle));
    const [imported] = document.typography?.fonts ?? [];
    expect(imported).toEqual({ ...font, id: imported?.id, files: [], scripts: [], languages: [], metrics: null });
    expect(imported?.id).not.toBe(font.id);
    expect(document.typography).toMatchObject({
      roles: { heading: imported?.id, body: imported?.id },
      styles: sampleTypography(font).styles,
    });
    expect(document.identity.brand.typography).toEqual({});
    expect(taken).toEqual(expect.arrayContaining(["1 typeface, without files.", "1 text style."]));
    expect(left).toEqual([expect.stringContaining("1 file of a logo, an asset or a typeface")]);
  });

  it("reports what it can't use", () => {
    const { document, left } = importBrandFile(
      JSON.stringify({
        identity: { brand: { tagline: "Hello" } },
        fonts: [{ family: 'A"}' }, { family: "Alder", roles: ["heading"], license: { expires_on: "soon" } }, 7],
        text_styles: {
          body: { fontSize: "16px" },
          heading: {
            fontFamily: ["Other"],
            fontSize: { value: 2, unit: "rem" },
            fontWeight: 700,
            letterSpacing: { value: 0, unit: "px" },
            lineHeight: 1.2,
          },
        },
      }),
    );
    expect(document.typography?.fonts.map(({ family }) => family)).toEqual(["Alder"]);
    expect(document.typography?.styles.heading).toMatchObject({ font: "heading", fontWeight: 700 });
    expect(left).toEqual([
      "2 typefaces without a usable name, or beyond 12.",
      "text_styles.body: not a valid text style.",
    ]);
  });
});
