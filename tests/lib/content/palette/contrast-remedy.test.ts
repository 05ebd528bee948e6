import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Colors,
  type ContrastRemedy,
  changeColor,
  contrastGrid,
  contrastRatio,
  contrastRemedy,
  generatePalette,
  keptColors,
  ownColor,
  type PaletteEntry,
  regeneratePalette,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { paletteEntry } from "../../../support/documents";
import { anySeed, countingIds } from "./arbitraries";

const YELLOW = "#ffcc00";

function grown(hex: string, parts: Partial<Colors> = {}): Colors {
  const seed = { hex, harmony: "analogous" as const };
  return { source: "generated", seed, palette: generatePalette({ seed, newId: countingIds() }), ...parts };
}
const without = (colors: Colors, ...names: string[]): Colors => ({
  ...colors,
  palette: colors.palette.filter(({ name }) => !names.includes(name)),
});
const locked = (colors: Colors, is: (entry: PaletteEntry) => boolean): Colors => ({
  ...colors,
  palette: colors.palette.map((entry) => ({ ...entry, locked: is(entry) })),
});
const isPrimary = ({ name }: PaletteEntry) => name === "Primary";

/** The failing pairs, each with its fix. */
function missed(colors: Colors) {
  return contrastGrid(colors.palette).pairs.flatMap((pair) => {
    if (pair.required === null || pair.ratio >= pair.required) return [];
    const remedy = contrastRemedy(colors.palette, { ...pair, required: pair.required }, keptColors(colors));
    const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name;
    return [{ pair, names: `${nameOf(pair.foregroundId)} on ${nameOf(pair.backgroundId)}`, remedy }];
  });
}

/** The palette after one click. */
function mended({ palette }: Colors, remedy: ContrastRemedy): PaletteEntry[] {
  if (remedy.kind === "change")
    return palette.map((entry) => (entry.id === remedy.fix.entryId ? { ...entry, hex: remedy.fix.hex } : entry));
  return remedy.kind === "add" ? [...palette, { ...remedy.companion, id: "added" }] : [...palette];
}

describe("the brand's own colour", () => {
  it("is the seed if the palette has it, else the first primary colour", () => {
    const colors = grown(YELLOW);
    expect(ownColor(colors)?.hex).toBe(YELLOW);
    const [first] = colors.palette;
    expect(ownColor({ ...colors, palette: colors.palette.toReversed() })?.id).toBe(first?.id);
    const imported: Colors = { source: "imported", seed: null, palette: colors.palette };
    expect(ownColor(imported)?.id).toBe(first?.id);
    const text = imported.palette.find(({ role }) => role === "text");
    const edited = changeColor(imported, { ...text, hex: "#111111" } as PaletteEntry);
    expect([edited.source, ownColor(edited)?.id]).toEqual(["imported", first?.id]);
    expect(ownColor({ seed: null, palette: [] })).toBeUndefined();
  });
});

describe("fixing the brand's own colour on the background", () => {
  const imports = (colors: Colors): Colors => ({ ...colors, source: "imported", seed: null });
  const restored = (colors: Colors): Colors => ({ ...colors, source: "manual", seed: null });
  const held = (colors: Colors) => locked(colors, isPrimary);
  it.each([
    ["generated", (colors: Colors) => colors],
    ["generated and locked", held],
    ["with all locked", (colors: Colors) => locked(colors, () => true)],
    ["imported without a seed", imports],
    ["imported and locked", (colors: Colors) => held(imports(colors))],
    ["of a restored version without a seed", restored],
  ])("%s: offers the companion if there is one, else adds one", (_, make) => {
    for (const hex of [YELLOW, "#1ed760"]) {
      const colors = make(grown(hex));
      expect(missed(colors)).toMatchObject([
        {
          names: "Primary on Background",
          remedy: { kind: "instead", kept: "own", entries: [{ name: "Primary for text" }] },
        },
      ]);
      const bare = without(colors, "Primary for text");
      const [one, ...more] = missed(bare);
      expect([one?.names, one?.remedy.kind, more]).toEqual(["Primary on Background", "add", []]);
      const palette = mended(bare, one?.remedy as ContrastRemedy);
      expect(palette.at(-1)).toMatchObject({ name: "Primary for text", role: "primary", locked: false });
      expect(missed({ ...bare, palette }).map(({ remedy }) => remedy.kind)).toEqual(["instead"]);
    }
  });

  it("changes the background if nothing else uses it", () => {
    const [primary, paper] = [paletteEntry({ hex: YELLOW }), paletteEntry({ role: "background", hex: "#ffffff" })];
    const colors: Colors = { source: "manual", seed: null, palette: [primary, paper] };
    expect(missed(colors)[0]?.remedy).toMatchObject({ kind: "change", fix: { entryId: paper.id } });
  });

  it("reports a locked colour and offers no companion for text", () => {
    const paper = paletteEntry({ role: "background", hex: "#ffffff", locked: true });
    const accent = paletteEntry({ role: "accent", name: "Spark", hex: YELLOW, locked: true });
    const text = paletteEntry({ role: "text", name: "Ash", hex: "#999999", locked: true });
    const colors: Colors = { source: "manual", seed: null, palette: [paletteEntry(), accent, text, paper] };
    const remedies = new Map(missed(colors).map(({ names, remedy }) => [names.split(" on ")[0], remedy]));
    expect(remedies.get("Spark")).toMatchObject({
      kind: "add",
      kept: "locked",
      companion: { name: "Accent for text" },
    });
    expect(remedies.get("Ash")).toEqual({ kind: "none", kept: "locked" });
  });
});

describe("foregrounds on the brand's own colour", () => {
  it("are fixed with another shade, or with an added text colour if locked", () => {
    const red = grown("#fe0000");
    const bare = without(red, "Text on primary");
    const [one] = missed(bare).filter(({ names }) => names.endsWith("on Primary"));
    expect(one?.remedy).toMatchObject({ kind: "change" });
    const held = locked(bare, ({ role }) => role === "text");
    const [other] = missed(held).filter(({ names }) => names.endsWith("on Primary"));
    expect(other?.remedy).toMatchObject({ kind: "add", kept: "own", companion: { name: "Text on primary" } });
    const palette = mended(held, other?.remedy as ContrastRemedy);
    expect(missed({ ...held, palette }).filter(({ names }) => names.endsWith("on Primary"))).toEqual([]);
  });
});

describe("every fix", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const role = fc.constantFrom<PaletteEntry["role"]>("text", "primary", "accent", "background", "secondary");
  const entries = fc.array(
    fc.record({ hex, role, locked: fc.boolean() }).map((values) => paletteEntry(values)),
    { minLength: 2, maxLength: 7 },
  );

  it("keeps the own and locked colours, makes its pair pass, and breaks no passing pair", () => {
    fc.assert(
      fc.property(entries, (palette) => {
        const colors: Colors = { source: "manual", seed: null, palette };
        const keptOf = keptColors(colors);
        const before = contrastGrid(palette).pairs.filter(
          ({ required, ratio }) => required !== null && ratio >= required,
        );
        for (const { pair, remedy } of missed(colors).slice(0, 2)) {
          const after = mended(colors, remedy);
          for (const entry of palette) if (keptOf(entry)) expect(after).toContainEqual(entry);
          const hexOf = (id: string) => after.find((entry) => entry.id === id)?.hex ?? "";
          const ratioOf = (one: typeof pair) => contrastRatio(hexOf(one.foregroundId), hexOf(one.backgroundId));
          for (const one of before) expect(ratioOf(one)).toBeGreaterThanOrEqual(one.ratio >= 4.5 ? 4.5 : 3);
          if (remedy.kind === "change") expect(ratioOf(pair)).toBeGreaterThanOrEqual(pair.required ?? 0);
          if (remedy.kind === "add") expect(remedy.ratio).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has nothing to fix in a generated palette, for any seed", () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { palette } = regeneratePalette({ current: [], seed, newId });
        const colors: Colors = { source: "generated", seed: { ...seed, hex: seed.hex.toLowerCase() }, palette };
        expect(missed(colors).filter(({ remedy }) => remedy.kind !== "instead")).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
