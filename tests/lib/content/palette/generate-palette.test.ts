import fc from "fast-check";
import * as simpleIcons from "simple-icons";
import { describe, expect, it } from "vitest";
import { contrastMatrix, contrastRatio, generatePalette, type PaletteEntry } from "@/lib/content";
import { toTone } from "@/lib/content/palette/oklch";
import { COLOR_ROLES } from "@/lib/contract";
import { anySeed, countingIds } from "./arbitraries";

/**
 * The first colour is the seed. Every pair except its own on the background passes, and some colour reads on it and on
 * the accent.
 */
function keepsAndReads(palette: readonly PaletteEntry[], hex: string): void {
  const [primary] = palette;
  expect(primary).toMatchObject({ role: "primary", hex: hex.toLowerCase(), locked: false });
  const missed = contrastMatrix(palette).filter((row) => !row.passes && row.foregroundId !== primary?.id);
  expect([hex, missed]).toEqual([hex, []]);
  const background = palette.find(({ role }) => role === "background")?.hex ?? "";
  expect(toTone(background).l).toBeGreaterThanOrEqual(0.93);
  const forText = palette
    .filter(({ role }) => role === "primary")
    .some((one) => contrastRatio(one.hex, background) >= 4.5);
  const inks = palette.filter(({ role }) => role === "text" || role === "background");
  const accent = palette.find(({ role }) => role === "accent")?.hex ?? "";
  const takesInk = (ground: string) => inks.some((ink) => contrastRatio(ink.hex, ground) >= 4.5);
  expect([hex, forText, takesInk(hex), takesInk(accent)]).toEqual([hex, true, true, true]);
}

describe("generatePalette", () => {
  it("starts with the exact seed and generates readable colours, for any seed and harmony", () => {
    fc.assert(
      fc.property(anySeed, (seed) => keepsAndReads(generatePalette({ seed, newId: countingIds() }), seed.hex)),
      { numRuns: 300 },
    );
  });

  it("does so for every brand colour of Simple Icons", { tags: ["full"] }, () => {
    const hexes = Object.values(simpleIcons).map(({ hex }) => `#${hex.toLowerCase()}`);
    for (const hex of new Set(hexes))
      keepsAndReads(generatePalette({ seed: { hex, harmony: "analogous" }, newId: countingIds() }), hex);
    expect(hexes.length).toBeGreaterThanOrEqual(3470);
  });

  it("adds two companions only for a colour that is unreadable as text", () => {
    const named = (hex: string) =>
      generatePalette({ seed: { hex, harmony: "triadic" }, newId: countingIds() })
        .slice(9)
        .map(({ name, role }) => [name, role]);
    const companions = [
      ["Primary for text", "primary"],
      ["Text on primary", "text"],
    ];
    for (const hex of ["#ffcc00", "#1ed760", "#fe0000", "#ffffff"]) expect(named(hex)).toEqual(companions);
    for (const hex of ["#0f766e", "#000000", "#6b6b6b"]) expect(named(hex)).toEqual([]);
  });

  it("uses the seed as the primary colour if it is readable", () => {
    const palette = generatePalette({ seed: { hex: "#00A19B", harmony: "triadic" }, newId: countingIds() });
    expect(palette[0]).toMatchObject({ role: "primary", hex: "#00a19b" });
  });

  it("keeps the hue of a seed that is too light to read", () => {
    const palette = generatePalette({ seed: { hex: "#ffe600", harmony: "triadic" }, newId: countingIds() });
    const forText = toTone(palette.find(({ name }) => name === "Primary for text")?.hex ?? "");
    expect(forText.l).toBeLessThan(toTone("#ffe600").l);
    expect(forText.h).toBeCloseTo(toTone("#ffe600").h, -1);
  });

  it("gives a brand without a colour a full palette, always the same", () => {
    const palette = generatePalette({ newId: countingIds() });
    expect(palette.map((entry) => entry.role)).toEqual([...COLOR_ROLES]);
    expect(generatePalette({ newId: countingIds() })).toEqual(palette);
  });

  it("keeps primary, secondary and accent apart, even from a grey seed", () => {
    for (const hex of ["#808080", "#ffffff", "#000000", "#111827", "#f9c6d3"]) {
      for (const harmony of ["monochromatic", "triadic"] as const) {
        const palette = generatePalette({ seed: { hex, harmony }, newId: countingIds() });
        expect(new Set(palette.slice(0, 3).map((entry) => entry.hex)).size).toBe(3);
      }
    }
  });

  it("keeps them visibly apart for any grey seed", () => {
    for (let level = 0; level <= 255; level += 3) {
      const hex = `#${level.toString(16).padStart(2, "0").repeat(3)}`;
      const palette = generatePalette({ seed: { hex, harmony: "analogous" }, newId: countingIds() });
      const lightness = palette
        .slice(0, 3)
        .map((entry) => toTone(entry.hex).l)
        .sort((a, b) => a - b);
      const steps = lightness.slice(1).map((l, index) => l - (lightness[index] ?? 0));
      expect(Math.min(...steps), hex).toBeGreaterThan(0.04);
    }
  });
});
