import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLOR_ROLES } from "@/lib/contract";
import { contrastMatrix, generatePalette } from "@/lib/palette";
import { toTone } from "@/lib/palette/oklch";
import { anySeed, countingIds } from "./arbitraries";

describe("generatePalette", () => {
  it("reaches every required contrast for any seed and any harmony", () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const rows = contrastMatrix(generatePalette({ seed, newId: countingIds() }));
        expect(rows).toHaveLength(3);
        for (const row of rows) expect(row.ratio).toBeGreaterThanOrEqual(row.required);
      }),
      { numRuns: 300 },
    );
  });

  it("makes the seed itself the primary colour when it reads on the background", () => {
    const palette = generatePalette({ seed: { hex: "#00A19B", harmony: "triadic" }, newId: countingIds() });
    expect(palette[0]).toMatchObject({ role: "primary", hex: "#00a19b" });
  });

  it("darkens a seed that is too light to read, and keeps its hue", () => {
    const palette = generatePalette({ seed: { hex: "#ffe600", harmony: "triadic" }, newId: countingIds() });
    const primary = toTone(palette[0]?.hex ?? "");
    expect(primary.l).toBeLessThan(toTone("#ffe600").l);
    expect(primary.h).toBeCloseTo(toTone("#ffe600").h, -1);
  });

  it("gives a brand without a colour a whole palette, always the same", () => {
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
});
