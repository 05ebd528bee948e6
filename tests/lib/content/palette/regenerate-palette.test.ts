import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastMatrix, contrastRatio, HARMONIES, type PaletteEntry, regeneratePalette } from "@/lib/content";
import { hueTurn, toTone } from "@/lib/content/palette/oklch";
import { COLOR_ROLES } from "@/lib/contract";
import { inForm } from "@/tests/support/in-form";
import { anyContrastPalette, anyFullPalette, anyHex, anyPalette, anySeed, countingIds, noNewId } from "./arbitraries";

const seed = { hex: "#0f766e", harmony: "triadic" } as const;
const RUNS = { numRuns: inForm({ short: 50, full: 200 }) };

const lightnessOf = (hex: string) => toTone(hex).l;

/** Unlocked backgrounds are near white, or near black under a locked light text. */
function isPage(current: readonly PaletteEntry[], grey: string): boolean {
  const text = current.find(({ role, locked }) => role === "text" && locked)?.hex;
  const wantsDark = text !== undefined && contrastRatio(text, "#ffffff") <= contrastRatio(text, "#000000");
  return wantsDark ? lightnessOf(grey) <= 0.24 : lightnessOf(grey) >= 0.94;
}

/** Tries all greys with some margin: can the unlocked entries meet every contrast, except the brand's own colour? */
function isSolvable(current: readonly PaletteEntry[]): boolean {
  const greys = Array.from({ length: 86 }, (_, step) => `#${(step * 3).toString(16).padStart(2, "0").repeat(3)}`);
  const needs = { text: 4.5, primary: 4.5, accent: 3 };
  const foregrounds = current.flatMap((entry) =>
    entry.role === "text" || entry.role === "primary" || entry.role === "accent"
      ? [{ choices: entry.locked ? [entry.hex] : greys, ratio: 1.02 * needs[entry.role] }]
      : [],
  );
  const backgrounds = current.filter((entry) => entry.role === "background");
  const locked = backgrounds.filter((entry) => entry.locked).map((entry) => entry.hex);
  // One value for all unlocked backgrounds is enough.
  const pages = locked.length > 0 ? greys : greys.filter((grey) => isPage(current, grey));
  const candidates = locked.length < backgrounds.length ? pages.map((grey) => [...locked, grey]) : [locked];
  return candidates.some((behind) =>
    foregrounds.every(({ choices, ratio }) =>
      choices.some((choice) => behind.every((hex) => contrastRatio(choice, hex) >= ratio)),
    ),
  );
}

function paletteWith(locks: Partial<Record<PaletteEntry["role"], string>>): PaletteEntry[] {
  return COLOR_ROLES.map((role) => {
    const locked = locks[role];
    return { id: role, name: role, role, hex: locked ?? "#123456", usage: "", locked: locked !== undefined };
  });
}

function hueOf(palette: readonly PaletteEntry[], role: PaletteEntry["role"]): number {
  const entry = palette.find((candidate) => candidate.role === role);
  return toTone(entry?.hex ?? "").h;
}

describe("regeneratePalette, for any seed, any harmony and any locked entries", () => {
  it("returns a locked entry as the same object", () => {
    fc.assert(
      fc.property(anyPalette, anySeed, (current, seed) => {
        const before = JSON.stringify(current);
        const { palette } = regeneratePalette({ current, seed, newId: noNewId });
        expect(JSON.stringify(current)).toBe(before);
        current.forEach((entry, index) => {
          if (entry.locked) expect(palette[index]).toBe(entry);
        });
      }),
      RUNS,
    );
  });

  it("keeps id, name, role, usage and order of an unlocked entry, with a canonical hex", () => {
    fc.assert(
      fc.property(anyPalette, anySeed, (current, seed) => {
        const { palette } = regeneratePalette({ current, seed, newId: noNewId });
        const kept = ({ hex: _, ...rest }: PaletteEntry) => rest;
        expect(palette.map(kept)).toEqual(current.map(kept));
        for (const entry of palette) expect(entry.hex).toMatch(/^#[0-9a-f]{6}$/);
      }),
      RUNS,
    );
  });

  it("reaches every required contrast, or warns of exactly the failing pairs with their reason", () => {
    fc.assert(
      fc.property(fc.oneof(anyPalette, anyFullPalette), anySeed, (current, seed) => {
        const { palette, warnings } = regeneratePalette({ current, seed, newId: noNewId });
        const missed = contrastMatrix(palette).filter((row) => !row.passes);
        expect(warnings.map(({ entryIds }) => entryIds.slice(0, 2))).toEqual(
          missed.map((row) => [row.foregroundId, row.backgroundId]),
        );
        for (const { code, entryIds } of warnings) {
          const isNamed = ({ id, locked, hex }: PaletteEntry) =>
            entryIds.includes(id) && (code === "own_color_kept" ? hex === seed.hex.toLowerCase() : locked);
          expect(palette.some(isNamed)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it("warns of no unlocked text, primary or accent on the only background, except the brand's own colour", () => {
    fc.assert(
      fc.property(anyFullPalette, anySeed, (current, seed) => {
        const { palette, warnings } = regeneratePalette({ current, seed, newId: noNewId });
        const lockedIds = palette.filter((entry) => entry.locked).map((entry) => entry.id);
        for (const { code, entryIds } of warnings)
          if (code !== "own_color_kept") expect(lockedIds).toContain(entryIds[0]);
      }),
      RUNS,
    );
  });

  it("doesn't warn while some colours would meet every contrast", () => {
    fc.assert(
      fc.property(anyContrastPalette, anySeed, (current, seed) => {
        fc.pre(isSolvable(current));
        const { warnings } = regeneratePalette({ current, seed, newId: noNewId });
        expect(warnings.filter(({ code }) => code !== "own_color_kept")).toEqual([]);
      }),
      RUNS,
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant([]), anyPalette), anySeed, (current, seed) => {
        const once = regeneratePalette({ current, seed, newId: countingIds() });
        const twice = regeneratePalette({ current: once.palette, seed, newId: noNewId });
        expect(twice).toEqual({ palette: once.palette, warnings: once.warnings, changed: false, added: null });
      }),
      RUNS,
    );
  });

  it("depends on the input only, not on the unlocked colours", () => {
    fc.assert(
      fc.property(anyPalette, anySeed, anyHex, (current, seed, hex) => {
        const other = current.map((entry) => (entry.locked ? entry : { ...entry, hex }));
        const regenerate = (entries: PaletteEntry[]) =>
          regeneratePalette({ current: entries, seed, newId: noNewId }).palette;
        const palette = regenerate(current);
        expect(regenerate(other)).toEqual(palette);
        expect(regenerate(current)).toEqual(palette);
      }),
      RUNS,
    );
  });
});

describe("regeneratePalette", () => {
  it("changes nothing when every entry is locked, and still warns", () => {
    const current = paletteWith({}).map((entry) => ({ ...entry, locked: true }));
    const result = regeneratePalette({ current, seed, newId: noNewId });
    expect(result.changed).toBe(false);
    expect(result.palette).toEqual(current);
    expect(result.warnings.map(({ entryIds }) => entryIds)).toEqual([
      ["primary", "background"],
      ["accent", "background"],
      ["text", "background"],
    ]);
  });

  it("names the locked colours that make a contrast impossible, with a ratio rounded down", () => {
    const current = paletteWith({ text: "#777777", background: "#ffffff" });
    expect(regeneratePalette({ current, seed, newId: noNewId }).warnings).toEqual([
      {
        code: "contrast_unreachable",
        message:
          '"text" on "background" has a contrast of 4.47:1 and needs 4.5:1, which is impossible because "text" and "background" are locked.',
        entryIds: ["text", "background"],
      },
    ]);
  });

  it("is readable on the first of two locked backgrounds if no text is on both, and names them", () => {
    const [white] = paletteWith({ background: "#ffffff" }).filter((entry) => entry.role === "background");
    const [text] = paletteWith({}).filter((entry) => entry.role === "text");
    if (white === undefined || text === undefined) throw new Error("the fixture lost a role");
    const current = [{ ...white, id: "white" }, { ...white, id: "slate", hex: "#333333" }, text];
    const { palette, warnings } = regeneratePalette({ current, seed, newId: noNewId });
    expect(warnings.map(({ entryIds }) => entryIds)).toEqual([["text", "slate", "white"]]);
    expect(contrastMatrix(palette).filter((row) => row.passes)).toHaveLength(1);
  });

  it("gives an empty palette one unlocked entry per role with new ids, names and usages", () => {
    const { palette, warnings, changed } = regeneratePalette({ current: [], seed, newId: countingIds() });
    expect(changed).toBe(true);
    expect(warnings).toEqual([]);
    expect(palette.map((entry) => entry.role)).toEqual([...COLOR_ROLES]);
    expect(new Set(palette.map((entry) => entry.id)).size).toBe(9);
    for (const entry of palette) {
      expect(entry.name).not.toBe("");
      expect(entry.usage).not.toBe("");
      expect(entry.locked).toBe(false);
    }
  });

  it("adds no role to a palette that has entries", () => {
    const current = paletteWith({}).filter((entry) => entry.role === "accent");
    expect(regeneratePalette({ current, seed, newId: noNewId }).palette).toHaveLength(1);
  });

  it("drops an rgb derived from the old hex", () => {
    const current = paletteWith({}).map((entry) => ({ ...entry, rgb: { r: 18, g: 52, b: 86 } }));
    const { palette } = regeneratePalette({ current, seed, newId: noNewId });
    expect(palette[0]).not.toHaveProperty("rgb");
  });

  it("gives two entries of one role different colours", () => {
    const current = paletteWith({}).flatMap((entry) => [entry, { ...entry, id: `${entry.id}-2` }]);
    const { palette } = regeneratePalette({ current, seed, newId: noNewId });
    expect(new Set(palette.map((entry) => entry.hex)).size).toBe(18);
  });

  it("accepts the seed in any notation and refuses anything else", () => {
    const regenerate = (hex: string) =>
      regeneratePalette({ current: paletteWith({}), seed: { ...seed, hex }, newId: noNewId });
    expect(regenerate("0F766E")).toEqual(regenerate("#0f766e"));
    expect(() => regenerate("teal")).toThrow(TypeError);
  });

  it("sets light text and lighter signals on a locked dark background", () => {
    const { palette } = regeneratePalette({ current: paletteWith({ background: "#0b1220" }), seed, newId: noNewId });
    const lightness = (role: PaletteEntry["role"]) => toTone(palette.find((entry) => entry.role === role)?.hex ?? "").l;
    expect(lightness("text")).toBeGreaterThan(0.9);
    expect(lightness("danger")).toBeGreaterThan(0.65);
  });

  it.each(["#1ed760", "#ffcc00", "#00ffff", "#ff6600"])(
    "keeps the background near white with a locked bright primary, %s",
    (primary) => {
      const { palette, warnings } = regeneratePalette({ current: paletteWith({ primary }), seed, newId: noNewId });
      expect(lightnessOf(palette.find(({ role }) => role === "background")?.hex ?? "")).toBeGreaterThanOrEqual(0.93);
      expect(lightnessOf(palette.find(({ role }) => role === "text")?.hex ?? "")).toBeLessThan(0.3);
      const missed = contrastRatio(primary, palette.find(({ role }) => role === "background")?.hex ?? "") < 3;
      expect(warnings.map(({ code }) => code)).toEqual(missed ? ["contrast_unreachable"] : []);
    },
  );

  it("explains that the brand's own colour is kept, and what to use for text", () => {
    const yellow = { hex: "#ffcc00", harmony: "triadic" } as const;
    const { warnings } = regeneratePalette({ current: [], seed: yellow, newId: countingIds() });
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        "own_color_kept",
        '"Primary" on "Background" has a contrast of 1.45:1 and needs 3:1. It is kept because it is the brand\'s own colour. Use "Primary for text" for text instead, and "Text" or "Text on primary" for text on it.',
      ],
    ]);
  });

  it("sets a dark background under a locked light text", () => {
    const { palette } = regeneratePalette({ current: paletteWith({ text: "#f8fafc" }), seed, newId: noNewId });
    expect(toTone(palette.find((entry) => entry.role === "background")?.hex ?? "").l).toBeLessThan(0.25);
  });
});

describe("hues of the other roles", () => {
  const TURNS = {
    analogous: [30, -30],
    complementary: [0, 180],
    triadic: [120, -120],
    "split-complementary": [150, -150],
    tetradic: [90, 180],
    monochromatic: [0, 0],
  } as const;

  it.each(HARMONIES)("follow the angles of %s from a locked primary, for any seed", (harmony) => {
    const current = paletteWith({ primary: "#7c3aed" });
    const { palette } = regeneratePalette({ current, seed: { hex: "#0f766e", harmony }, newId: noNewId });
    const primary = toTone("#7c3aed").h;
    const [secondary, accent] = TURNS[harmony];
    // Eight-bit channels shift a hue by about a degree.
    expect(Math.abs(hueTurn(primary + secondary, hueOf(palette, "secondary")))).toBeLessThan(2);
    expect(Math.abs(hueTurn(primary + accent, hueOf(palette, "accent")))).toBeLessThan(2);
  });

  it("put an unlocked primary opposite a locked accent in a complementary palette", () => {
    const current = paletteWith({ accent: "#c2410c" });
    const { palette } = regeneratePalette({
      current,
      seed: { hex: "#0f766e", harmony: "complementary" },
      newId: noNewId,
    });
    expect(Math.abs(hueTurn(toTone("#c2410c").h + 180, hueOf(palette, "primary")))).toBeLessThan(2);
  });

  it("mirror the harmony if a second locked colour is closer to that", () => {
    const primary = toTone("#2563eb").h;
    const turnOfSecondary = (accent: string) => {
      const current = paletteWith({ primary: "#2563eb", accent });
      const { palette } = regeneratePalette({ current, seed: { ...seed, harmony: "analogous" }, newId: noNewId });
      return hueTurn(primary, hueOf(palette, "secondary"));
    };
    expect(turnOfSecondary("#0891b2")).toBeGreaterThan(0);
    expect(turnOfSecondary("#7c3aed")).toBeLessThan(0);
  });

  it("tint text and neutral like a locked background", () => {
    const current = paletteWith({ background: "#fff1d6" });
    const { palette } = regeneratePalette({ current, seed, newId: noNewId });
    expect(Math.abs(hueTurn(toTone("#fff1d6").h, hueOf(palette, "neutral")))).toBeLessThan(12);
  });

  it("turn success and warning with a locked danger, by at most 15 degrees", () => {
    const success = (locks: Parameters<typeof paletteWith>[0]) =>
      hueOf(regeneratePalette({ current: paletteWith(locks), seed, newId: noNewId }).palette, "success");
    const turn = hueTurn(success({}), success({ danger: "#c2185b" }));
    expect(turn).toBeLessThan(-10);
    expect(turn).toBeGreaterThan(-20);
  });

  it("come from the seed if the only locked colour is grey", () => {
    const { palette } = regeneratePalette({ current: paletteWith({ primary: "#555555" }), seed, newId: noNewId });
    expect(Math.abs(hueTurn(toTone(seed.hex).h + 120, hueOf(palette, "secondary")))).toBeLessThan(2);
  });
});
