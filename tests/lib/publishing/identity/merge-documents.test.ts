import { describe, expect, it } from "vitest";
import { emptyDocument } from "@/lib/content";
import { compileDocument, diffDocuments, mergeDocuments } from "@/lib/publishing/server";
import { paletteEntry, sampleDocument } from "../../../support/documents";

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
