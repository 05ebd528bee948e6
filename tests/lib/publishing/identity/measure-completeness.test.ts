import { describe, expect, it } from "vitest";
import { loadDemoBrands } from "@/db/demo/load-demo-brands";
import { emptyDocument } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { measureCompleteness } from "@/lib/publishing";
import { fileRef, paletteEntry } from "@/tests/support/documents";

const sectionOf = (key: string, document = emptyDocument()) => {
  const found = measureCompleteness(document).sections.find((section) => section.key === key);
  if (!found) throw new Error(`no section ${key}`);
  return found;
};

describe("measureCompleteness", () => {
  it("counts nothing in an empty brand and lists everything as missing", () => {
    const { done, total, sections } = measureCompleteness(emptyDocument());
    expect(done).toBe(0);
    expect(sections.map(({ key }) => key)).toEqual(["brand", "personality", "persona", "colors", "logos", "assets"]);
    expect(sections.reduce((sum, section) => sum + section.missing.length, 0)).toBe(total);
    expect(sections.every((section) => section.total === section.missing.length)).toBe(true);
  });

  it("lists only the rest as missing, with paths", () => {
    const document = emptyDocument();
    document.identity.brand = { tagline: "Made to be mended", values: [{ name: "Repair first" }] };
    const brand = sectionOf("brand", document);
    expect(brand.done).toBe(2);
    expect(brand.missing).not.toContainEqual(expect.objectContaining({ path: "identity.brand.tagline" }));
    expect(brand.missing).toContainEqual({ label: "Mission", path: "identity.brand.mission" });
  });

  it("treats blank texts, empty lists and empty entries as missing", () => {
    const document = emptyDocument();
    document.identity.brand = { tagline: "  ", languages: [], values: [{ name: " " }], typography: {} };
    expect(sectionOf("brand", document).done).toBe(0);
  });

  it("counts a tone of 0, and dimensions only if all five are set", () => {
    const document = emptyDocument();
    document.identity.persona = { tone: { formality: 0, humor: 0, irreverence: 0, enthusiasm: 0 } };
    document.identity.personality = { dimensions: { sincerity: 3, excitement: 3, competence: 3, sophistication: 3 } };
    expect(sectionOf("persona", document).done).toBe(1);
    expect(sectionOf("personality", document).done).toBe(0);
    document.identity.personality.dimensions = { ...document.identity.personality.dimensions, ruggedness: 1 };
    expect(sectionOf("personality", document).done).toBe(1);
  });

  it("counts each colour role once", () => {
    const document = emptyDocument();
    document.colors.palette = [paletteEntry({ role: "primary" }), paletteEntry({ role: "primary" })];
    expect(sectionOf("colors", document)).toMatchObject({ done: 1, total: 6 });
  });

  it("finds the demo brands complete", async () => {
    for (const { identity, colors, logos, assets } of await loadDemoBrands()) {
      const withFile = <T extends object>(entry: T) => ({ ...entry, id: newId(), file: fileRef() });
      const { done, total, sections } = measureCompleteness({
        identity,
        colors: { source: colors.source, seed: colors.seed, palette: colors.palette },
        logos: { ...logos, items: logos.items.map(withFile) },
        assets: assets.map(withFile),
      });
      expect(sections.flatMap(({ missing }) => missing)).toEqual([]);
      expect(done).toBe(total);
    }
  });
});
