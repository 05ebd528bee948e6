import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastMatrix, contrastRatio, type PaletteEntry, readableInk } from "@/lib/content";
import { toHex, toTone } from "@/lib/content/palette/oklch";
import { shadeFor } from "@/lib/content/palette/suggest-fix";
import { anyHex } from "./arbitraries";

describe("contrastRatio", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.4781],
    ["#767676", "#ffffff", 4.5422],
    ["#0000ff", "#ffffff", 8.5925],
    ["#ff0000", "#00ff00", 2.9139],
  ])("of %s and %s is %d, as WCAG 2.2 computes it, in either order", (a, b, ratio) => {
    expect(contrastRatio(a, b)).toBeCloseTo(ratio, 3);
    expect(contrastRatio(b, a)).toBe(contrastRatio(a, b));
  });
});

describe("contrastMatrix", () => {
  const entry = (id: string, role: PaletteEntry["role"], hex: string): PaletteEntry => {
    return { id, name: id, role, hex, usage: "", locked: false };
  };

  it("measures only text, primary and accent on every background", () => {
    const rows = contrastMatrix([
      entry("paper", "background", "#ffffff"),
      entry("night", "background", "#000000"),
      entry("ink", "text", "#777777"),
      entry("lead", "primary", "#777777"),
      entry("spark", "accent", "#ffff00"),
      entry("grey", "neutral", "#777777"),
    ]);
    expect(rows.map((row) => [row.foregroundId, row.backgroundId, row.required, row.passes])).toEqual([
      ["ink", "paper", 4.5, false],
      ["ink", "night", 4.5, true],
      ["lead", "paper", 3, true],
      ["lead", "night", 3, true],
      ["spark", "paper", 3, false],
      ["spark", "night", 3, true],
    ]);
  });

  it("has no rows without a background", () => {
    expect(contrastMatrix([entry("ink", "text", "#000000")])).toEqual([]);
  });
});

describe("shadeFor", () => {
  const fixContrast = (hex: string, against: string, ratio: number) => shadeFor(hex, [{ against, ratio }]);

  it("keeps a colour that already passes", () => {
    expect(fixContrast("#767676", "#ffffff", 4.5)).toBe("#767676");
  });

  it("returns null if neither black nor white passes", () => {
    expect(fixContrast("#0f766e", "#777777", 4.7)).toBeNull();
  });

  it("finds what only black reaches", () => {
    for (const [hex, against] of [
      ["#3f4c64", "#479ec9"],
      ["#497f92", "#6294ef"],
      ["#1f2a41", "#36a781"],
    ] as const)
      expect(fixContrast(hex, against, 7)).toBe("#000000");
  });

  it("finds a shade exactly when black or white passes", () => {
    fc.assert(
      fc.property(anyHex, anyHex, fc.constantFrom(3, 4.5, 7), (hex, against, ratio) => {
        const fixed = fixContrast(hex, against, ratio);
        const reachable = ["#000000", "#ffffff"].some((end) => contrastRatio(end, against) >= ratio);
        expect(fixed !== null).toBe(reachable);
        if (fixed !== null) expect(contrastRatio(fixed, against)).toBeGreaterThanOrEqual(ratio);
      }),
    );
  });

  it("changes lightness as little as possible", () => {
    fc.assert(
      fc.property(anyHex, anyHex, (hex, against) => {
        const fixed = fixContrast(hex, against, 3);
        if (fixed === null || fixed === hex) return;
        const tone = toTone(hex);
        // Eight-bit rounding shifts lightness slightly. Anything clearly nearer must fail the ratio.
        const distance = Math.abs(toTone(fixed).l - tone.l) - 0.01;
        for (let step = 0; step < distance; step += 0.004) {
          for (const l of [tone.l - step, tone.l + step].filter((candidate) => candidate >= 0 && candidate <= 1)) {
            expect(contrastRatio(toHex({ ...tone, l }), against)).toBeLessThan(3.05);
          }
        }
      }),
    );
  });
});

describe("readableInk", () => {
  it("returns black or white with at least 4.5:1", () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        expect(contrastRatio(hex, readableInk(hex))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
