import { describe, expect, it } from "vitest";
import {
  addAsset,
  addColor,
  addLogo,
  assignRole,
  type BrandDocument,
  type Colors,
  changeAsset,
  changeColor,
  changeFont,
  changeLogo,
  emptyDocument,
  moveColor,
  newLogo,
  setDark,
  setGradient,
  setPrint,
  setRule,
  setRules,
  setScale,
  setStep,
  setStyle,
  setToken,
  startingStyle,
  withRule,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { tidyDocument } from "@/lib/publishing";
import { compileDocument, diffDocuments, mergeDocuments } from "@/lib/publishing/server";
import { fileRef, paletteEntry, sampleColors, sampleDocument, sampleTypography } from "../../../support/documents";

describe("mergeDocuments", () => {
  it("combines changes of different fields", () => {
    const base = sampleDocument();
    const mine = { ...base, logos: { ...base.logos, rules: ["Mine"] } };
    const added = paletteEntry({ name: "New" });
    const theirs = { ...base, colors: { ...base.colors, palette: [...base.colors.palette, added] } };
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(document.logos.rules).toEqual(["Mine"]);
    expect(document.colors.palette).toEqual(theirs.colors.palette);
  });

  it("reports a field that both sides changed, and resolves it by choice", () => {
    const base = sampleDocument();
    const tagline = (text: string) => ({
      ...base,
      identity: { ...base.identity, brand: { ...base.identity.brand, tagline: text } },
    });
    const path = "identity.brand.tagline";
    const merged = mergeDocuments(base, tagline("Mine"), tagline("Theirs"));
    expect(merged.conflicts).toMatchObject([{ path, base: "Made to be mended", mine: "Mine", theirs: "Theirs" }]);
    expect(merged.document.identity.brand.tagline).toBe("Mine");
    const chosen = mergeDocuments(base, tagline("Mine"), tagline("Theirs"), { [path]: "theirs" });
    expect(chosen.document.identity.brand.tagline).toBe("Theirs");
  });

  it("accepts equal changes without a conflict", () => {
    const base = sampleDocument();
    const same = { ...base, logos: { ...base.logos, rules: ["Same"] } };
    expect(mergeDocuments(base, same, structuredClone(same)).conflicts).toEqual([]);
  });

  it("keeps removals and reorderings", () => {
    const palette = [paletteEntry({ name: "A" }), paletteEntry({ name: "B" }), paletteEntry({ name: "C" })];
    const base = sampleDocument({ colors: { source: "manual", seed: null, palette } });
    const mine = { ...base, colors: { ...base.colors, palette: palette.toReversed() } };
    const theirs = { ...base, colors: { ...base.colors, palette: palette.slice(0, 2) } };
    const { document } = mergeDocuments(base, mine, theirs);
    expect(document.colors.palette.map((entry) => entry.name)).toEqual(["B", "A"]);
  });

  it("returns mine unchanged if nobody else published", () => {
    const base = sampleDocument();
    const mine = compileDocument({
      ...base,
      identity: { ...base.identity, persona: {}, brand: { mission: "New" } },
      colors: { ...base.colors, seed: { hex: "#112233", harmony: "triadic" } },
    });
    expect(diffDocuments(mergeDocuments(base, mine, base).document, mine)).toEqual([]);
  });
});

describe("diffDocuments", () => {
  it("lists identity fields in the contract's order, whatever the database's order", () => {
    const before = { ...sampleDocument(), identity: emptyDocument().identity };
    const brand = { website: "https://x.example", mission: "Mend", tagline: "Hello" };
    const after = { ...before, identity: { persona: { name: "Alma" }, brand, personality: {}, schema: 1 as const } };
    expect(diffDocuments(before, after).map((change) => change.path)).toEqual([
      "identity.brand.tagline",
      "identity.brand.mission",
      "identity.brand.website",
      "identity.persona.name",
    ]);
  });

  it("lists added, removed and moved entries", () => {
    const palette = [paletteEntry({ name: "A" }), paletteEntry({ name: "B" })];
    const before = sampleDocument({ colors: { source: "manual", seed: null, palette } });
    const after = {
      ...before,
      colors: { ...before.colors, palette: [...palette.toReversed(), paletteEntry({ name: "C" })] },
      logos: { items: [], rules: [] },
    };
    expect(
      diffDocuments(before, after).map(({ label, before, after }) => [
        label,
        before === undefined,
        after === undefined,
      ]),
    ).toEqual([
      ["Colour · C", true, false],
      ["Logo rules", false, false],
      ["Order of colours", false, false],
    ]);
  });
});

describe("one edit of a draft", () => {
  const { colors: stated, green, white, gradient, rule } = sampleColors();
  const seed = { hex: green.hex, harmony: "triadic" } as const;
  const typography = sampleTypography();
  const [font] = typography.fonts;
  const logo = newLogo({ id: newId(), variant: "symbol", file: fileRef() });
  const asset = { id: newId(), kind: "image" as const, name: "Hills", file: fileRef() };
  const base = compileDocument(
    sampleDocument({
      colors: { ...stated, source: "extracted", seed },
      logos: { items: [logo], rules: ["Leave it alone"] },
      assets: [asset],
      typography,
      foundations: { radius: { md: { value: 8, unit: "px" } } },
    }),
  );
  const { colors, logos, assets } = base;
  const added = paletteEntry({ name: "Moss" });
  const inColors = (next: Colors): BrandDocument => ({ ...base, colors: next });
  const file = fileRef({ sha256: "ef".repeat(32) });

  it.each<[path: string, edited: BrandDocument]>([
    [`colors.palette.${added.id}`, inColors(addColor(colors, added))],
    [`colors.palette.${green.id}`, inColors(changeColor(colors, { ...green, hex: "#000000" }))],
    ["colors.palette#order", inColors(moveColor(colors, green.id, 2))],
    [`colors.scales.${white.id}`, inColors(setScale(colors, white.id, {}))],
    [`colors.scales.${green.id}`, inColors(setStep(colors, green.id, "700", "#112233"))],
    [`colors.print.${white.id}`, inColors(setPrint(colors, white.id, { cmyk: null, pantone: "White" }))],
    [`colors.dark.${green.id}`, inColors(setDark(colors, green.id, null))],
    [`colors.gradients.${gradient.id}`, inColors(setGradient(colors, { ...gradient, angle: 90 }))],
    [`colors.rules.${rule.id}`, inColors(setRule(colors, { ...rule, severity: "should" }))],
    [
      `logos.items.${logo.id}x`,
      { ...base, logos: addLogo(logos, newLogo({ id: `${logo.id}x`, variant: "favicon", file })) },
    ],
    [`logos.items.${logo.id}`, { ...base, logos: changeLogo(logos, logo.id, { file }) }],
    [
      `logos.checks.${logo.id}`,
      { ...base, logos: { ...logos, items: [withRule(logo, { minimum_size: { mm: 12 } })] } },
    ],
    ["logos.rules", { ...base, logos: setRules(logos, ["Leave it be"]) }],
    [`assets.${asset.id}x`, { ...base, assets: addAsset(assets, { ...asset, id: `${asset.id}x` }) }],
    [`assets.${asset.id}`, { ...base, assets: changeAsset(assets, asset.id, { tags: ["winter"] }) }],
    [
      `typography.fonts.${font?.id}`,
      { ...base, typography: changeFont(typography, font?.id ?? "", { opentype_features: [] }) },
    ],
    ["typography.roles.mono", { ...base, typography: assignRole(typography, "mono", font?.id ?? "") }],
    ["typography.styles.body", { ...base, typography: setStyle(typography, "body", startingStyle("body")) }],
    [
      "foundations.radius.lg",
      { ...base, foundations: setToken(base.foundations ?? {}, "radius", "lg", { value: 16, unit: "px" }) },
    ],
  ])("changes only %s", (path, edited) => {
    expect(diffDocuments(base, tidyDocument(edited)).map((change) => change.path)).toEqual([path]);
  });
});

describe("compileDocument", () => {
  it("drops empty values, trims texts and is idempotent", () => {
    const draft = sampleDocument();
    draft.identity.brand = { tagline: "  Hi  ", mission: " ", values: [{ name: "" }], typography: {} };
    const compiled = compileDocument(draft);
    expect(compiled.identity.brand).toEqual({ tagline: "Hi" });
    expect(compileDocument(compiled)).toEqual(compiled);
  });

  it("refuses an identity over 64 KB", () => {
    const draft = sampleDocument();
    draft.identity.persona = { examples: Array.from({ length: 20 }, () => ({ text: "é".repeat(2000) })) };
    expect(() => compileDocument(draft)).toThrow(/64 KB/);
  });

  it("refuses two entries with the same id", () => {
    const entry = paletteEntry();
    const colors = { source: "manual" as const, seed: null, palette: [entry, entry] };
    expect(() => compileDocument(sampleDocument({ colors }))).toThrow(/same id/);
  });
});
