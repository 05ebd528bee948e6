import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { type BrandDocument, removeColor, type StoredColors } from "@/lib/content";
import { BrandBundleSchema, brokenColorRules, declared } from "@/lib/contract";
import { Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { changedParts } from "@/lib/publishing/identity/diff-documents";
import { getSnapshot } from "@/lib/publishing/identity/list-versions";
import {
  compileDocument,
  diffDocuments,
  mergeDocuments,
  openDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { paletteEntry, sampleColors, sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";

const database = openTestDatabase();

const sample = sampleColors();
const { colors, green, white, black, gradient, rule } = sample;
const plain: StoredColors = { source: colors.source, seed: colors.seed, palette: colors.palette };
const documentWith = (change: Partial<StoredColors>): BrandDocument =>
  sampleDocument({ colors: { ...plain, ...change } });

async function createScene(role: "owner" | "editor", document: BrandDocument) {
  const person = await createUser(database.db);
  const { id: brandId } = await createBrandFixture(database.db, { members: { [person.id]: role }, document });
  const ctx = context(database.db, actingUser(person));
  const publish = async (edited: BrandDocument) => {
    const { baseVersion, revision } = await openDraft(ctx, { brandId });
    const saved = await saveDraft(ctx, { brandId, baseVersion, revision, document: edited });
    return publishDraft(ctx, { brandId, revision: saved.revision, note: null });
  };
  return {
    ctx,
    brandId,
    publish,
    colorsOf: async (version: number) => (await getSnapshot(ctx, { brandId, version })).colors,
  };
}

describe("colour settings in versions of a brand", () => {
  it("are published with the colours and restored with their version", async () => {
    const { ctx, brandId, publish, colorsOf } = await createScene("owner", documentWith({}));
    const { changes } = await publish(documentWith(colors));
    expect(changedParts(changes)).toEqual(["colors"]);
    await publish(documentWith({}));
    expect(await colorsOf(2)).toEqual(colors);
    expect(await colorsOf(3)).toEqual(plain);
    await restoreVersion(ctx, { brandId, version: 2, expectedVersion: 3, note: null });
    expect(await colorsOf(4)).toEqual(colors);
  });

  it("don't change the bytes of a brand without them", () => {
    const document = sampleDocument({ colors: plain });
    expect(JSON.stringify(compileDocument(document).colors)).toBe(JSON.stringify(plain));
    const bundle = bundleOf(document);
    expect(Object.keys(bundle.colors)).toEqual(["source", "palette"]);
    expect(bundle).not.toHaveProperty("color_rules");
  });

  it("are locked with their colour for editors", async () => {
    const locked = colors.palette.map((entry) => ({ ...entry, locked: entry.id === green.id }));
    const { publish } = await createScene("editor", documentWith({ ...colors, palette: locked }));
    for (const change of [{ scales: {} }, { print: {} }, { dark: { ...colors.dark, [green.id]: "#000000" } }])
      await expect(publish(documentWith({ ...colors, palette: locked, ...change }))).rejects.toBeInstanceOf(Forbidden);
    const dark = { ...colors.dark, [white.id]: "#0a0a0a" };
    await expect(publish(documentWith({ ...colors, palette: locked, dark }))).resolves.toMatchObject({ version: 2 });
  });
});

describe("comparing and merging colour settings", () => {
  it("names each setting by its colour", () => {
    expect(diffDocuments(documentWith({}), documentWith(colors)).map(({ label }) => label)).toEqual([
      "Shades · Alder",
      "In print · Alder",
      "In the dark set · Alder",
      "In the dark set · Chalk",
      "Gradient · Forest floor",
      "Colour rule · Alder",
    ]);
  });

  it("merges both sides and asks about conflicts", () => {
    const other = { ...gradient, id: newId(), name: "Moss" };
    const mine = documentWith({ dark: { [green.id]: "#111111" }, gradients: [gradient], scales: { [green.id]: {} } });
    const theirs = documentWith({ dark: { [white.id]: "#222222" }, gradients: [other], rules: [rule] });
    const { document, conflicts } = mergeDocuments(documentWith({}), mine, theirs);
    expect(conflicts).toEqual([]);
    expect(compileDocument(document).colors).toEqual({
      ...plain,
      scales: { [green.id]: {} },
      dark: { [green.id]: "#111111", [white.id]: "#222222" },
      gradients: [gradient, other],
      rules: [rule],
    });
    const both = mergeDocuments(documentWith({}), mine, documentWith({ dark: { [green.id]: "#333333" } }));
    expect(both.conflicts.map(({ path }) => path)).toEqual([`colors.dark.${green.id}`]);
  });

  it("drops settings of a colour that the other side removed", () => {
    const removed = sampleDocument({ colors: removeColor(plain, green.id) });
    const { document } = mergeDocuments(documentWith({}), documentWith(colors), removed);
    expect(compileDocument(document).colors).toEqual({
      ...plain,
      palette: [white, black],
      dark: { [white.id]: "#141414" },
      gradients: [{ ...gradient, stops: [{ ...gradient.stops[0], color_id: null }, gradient.stops[1]] }],
    });
  });
});

const bundleOf = (document: BrandDocument) =>
  assembleBundle(newId(), 3, { ...document, brand: { name: "Alder", slug: "alder" } }, () => ({
    url: "https://hub.test/files/x",
    expiresAtSeconds: 1,
  }));

describe("the bundle of a brand with colour settings", () => {
  const bundle = bundleOf(documentWith(colors));

  it("has all settings as the contract declares, with the palette unchanged", () => {
    expect(declared(BrandBundleSchema).parse(bundle)).toEqual(bundle);
    expect(bundle.colors.palette).toEqual(bundleOf(documentWith({})).colors.palette);
    expect(bundle.colors.scales?.[0]).toMatchObject({ color: green.id, steps: { "500": "#6a9a8a", "700": green.hex } });
    expect(bundle.colors.print).toEqual([
      { color: green.id, cmyk: { c: 80, m: 42, y: 66, k: 32 }, pantone: "PANTONE 626 C" },
    ]);
    expect(bundle.colors.dark).toEqual([
      { color: green.id, hex: "#8fc5b2" },
      { color: white.id, hex: "#141414" },
    ]);
    expect(bundle.colors.gradients?.[0]?.stops[0]).toEqual({
      color: { colorSpace: "srgb", components: [0.1843, 0.3647, 0.3137], hex: green.hex },
      position: 0,
      palette_color: green.id,
    });
    expect(bundle.color_rules).toEqual([rule]);
  });

  it("lets a child check which pairs are allowed", () => {
    const ask = (color: string, on: string) => brokenColorRules(bundle.color_rules ?? [], { color, on }).length;
    expect(ask(green.id, white.id)).toBe(0);
    expect(ask(green.id, black.id)).toBe(1);
    expect(ask(black.id, green.id)).toBe(1);
    expect(ask(white.id, green.id)).toBe(0);
    expect(ask(green.id, newId())).toBe(1);
    expect(ask(green.id, green.id)).toBe(0);
    expect(
      brokenColorRules([{ ...rule, allowed_on: [], forbidden_on: [white.id] }], { color: green.id, on: white.id }),
    ).toHaveLength(1);
  });

  it("can be imported with all settings", () => {
    const { document, taken, left } = importBrandFile(JSON.stringify(bundle));
    expect(left).toEqual([]);
    expect(taken).toEqual(
      expect.arrayContaining(["1 colour with tints and shades.", "2 colours of a dark set.", "1 rule for colours."]),
    );
    const again = bundleOf({ ...document, colors: { ...document.colors, source: "manual" } });
    const named = (text: string, palette: { id: string; name: string }[]) =>
      palette.reduce((sum, { id, name }) => sum.replaceAll(id, name), text);
    const told = ({ colors: said, color_rules }: typeof bundle) =>
      JSON.parse(named(JSON.stringify({ said, color_rules }), said.palette), (key, value) =>
        key === "id" ? undefined : value,
      );
    expect(told(again)).toEqual(told(bundle));
  });

  it("imports the readable part of an edited file", () => {
    const broken = {
      colors: {
        palette: [{ id: "a", name: "Alder", hex: "#2f5d50" }],
        scales: [{ color: "a", steps: { "50": "red", "100": "#EEEEEE" } }, { color: "b", steps: {} }, 7],
        print: [{ color: "a", cmyk: { c: 180 }, pantone: "626 C" }],
        dark: [{ color: "a", hex: "none" }],
        gradients: [
          { name: "One stop", kind: "linear", angle: 0, stops: [{ color: { hex: "#000000" }, position: 0 }] },
        ],
      },
      color_rules: [
        { color: "a", allowed_on: ["b"], severity: "must" },
        { color: "a", severity: "maybe" },
      ],
    };
    const { document, left } = importBrandFile(JSON.stringify(broken));
    const [{ id } = paletteEntry()] = document.colors.palette;
    expect(document.colors).toMatchObject({
      scales: { [id]: { "100": "#eeeeee" } },
      print: { [id]: { cmyk: null, pantone: "626 C" } },
    });
    for (const key of ["dark", "gradients", "rules"]) expect(document.colors).not.toHaveProperty(key);
    expect(left).toEqual(["6 statements about colours that can’t be imported."]);
  });
});
