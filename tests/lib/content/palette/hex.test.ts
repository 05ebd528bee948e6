import { wcagContrast } from "culori";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, describeColor, hexToRgb, parseHex } from "@/lib/content";
import { toHex, toTone } from "@/lib/content/palette/oklch";
import { anyHex } from "./arbitraries";

describe("parseHex", () => {
  it.each([
    ["#0F766E", "#0f766e"],
    ["0f766e", "#0f766e"],
    ["#FA0", "#ffaa00"],
    ["fa0", "#ffaa00"],
    ["  #0f766e\n", "#0f766e"],
  ])("reads %j as %s", (input, hex) => {
    expect(parseHex(input)).toBe(hex);
  });

  it.each([
    "",
    "#",
    "#12",
    "#1234",
    "#12345",
    "#1234567",
    "#12345678",
    "#ggg",
    "##fff",
    "red",
    "rgb(0,0,0)",
    "#fff #fff",
    "#１２３",
  ])("refuses %j", (input) => {
    expect(parseHex(input)).toBeNull();
  });

  it("returns a canonical colour unchanged", () => {
    fc.assert(fc.property(anyHex, (hex) => void expect(parseHex(hex.toUpperCase())).toBe(hex)));
  });
});

describe("hexToRgb", () => {
  it("returns the three channels as integers", () => {
    expect(hexToRgb("#0f766e")).toEqual({ r: 15, g: 118, b: 110 });
    expect(hexToRgb("#fff")).toEqual({ r: 255, g: 255, b: 255 });
  });

  it("refuses what is not a hex colour", () => {
    expect(() => hexToRgb("teal")).toThrow(TypeError);
  });
});

describe("contrastRatio", () => {
  it("matches another implementation of WCAG 2.2, in either order", () => {
    fc.assert(
      fc.property(anyHex, anyHex, (one, other) => {
        expect(contrastRatio(one, other)).toBe(wcagContrast(one, other));
        expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
      }),
      { numRuns: 3000 },
    );
    expect(contrastRatio("#000", "#ffffff")).toBe(21);
  });

  it("refuses what is not a hex colour", () => {
    expect(() => contrastRatio("teal", "#ffffff")).toThrow(TypeError);
  });
});

describe("the way to OKLCH and back", () => {
  it("round-trips every hex colour", () => {
    fc.assert(
      fc.property(anyHex, (hex) => void expect(toHex(toTone(hex))).toBe(hex)),
      { numRuns: 3000 },
    );
  });

  it("keeps lightness and hue of a tone outside sRGB", () => {
    const mapped = toTone(toHex({ l: 0.6, c: 0.4, h: 200 }));
    expect(mapped.l).toBeCloseTo(0.6, 2);
    expect(Math.abs(mapped.h - 200)).toBeLessThan(2);
  });
});

describe("describeColor", () => {
  it.each([
    ["#0f766e", "Deep teal"],
    ["#ff0000", "Vivid red"],
    ["#8b4513", "Deep brown"],
    ["#800080", "Deep purple"],
    ["#00ffff", "Bright cyan"],
    ["#0ea5e9", "Sky blue"],
    ["#ffc0cb", "Pale pink"],
    ["#111827", "Dark blue"],
    ["#ffffff", "White"],
    ["#000000", "Black"],
    ["#808080", "Grey"],
  ])("calls %s %s", (hex, name) => {
    expect(describeColor(hex)).toBe(name);
  });

  it("names every colour in letters only", () => {
    fc.assert(fc.property(anyHex, (hex) => void expect(describeColor(hex)).toMatch(/^[A-Z][a-z -]+$/)));
  });
});
