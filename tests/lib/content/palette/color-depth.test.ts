import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  colorForms,
  contrastRatio,
  darkPalette,
  gradientCss,
  proposeDark,
  removeColor,
  removeGradient,
  removeRule,
  scaleOf,
  setDark,
  setGradient,
  setPrint,
  setRule,
  setScale,
  setStep,
  stopHex,
  tidyColors,
} from "@/lib/content";
import { toTone } from "@/lib/content/palette/oklch";
import { SCALE_STEPS } from "@/lib/contract";
import { paletteEntry, sampleColors } from "../../../support/documents";
import { anyContrastPalette, anyHex } from "./arbitraries";

describe("tints and shades", () => {
  it("run from near white to near black and include the colour itself exactly", () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const { own, steps } = scaleOf(hex);
        expect(Object.keys(steps)).toEqual([...SCALE_STEPS]);
        expect(steps[own]).toBe(hex);
        const lightnesses = SCALE_STEPS.map((step) => toTone(steps[step]).l);
        for (const [at, l] of lightnesses.slice(1).entries()) expect(l).toBeLessThan(lightnesses[at] ?? 0);
        expect(scaleOf(hex)).toEqual({ own, steps });
      }),
    );
  });

  it.each([
    ["#2f5d50", "700"],
    ["#facc15", "200"],
    ["#ffffff", "50"],
    ["#000000", "950"],
  ])("have %s at %s", (hex, step) => expect(scaleOf(hex).own).toBe(step));

  it("use manually set steps except for the colour's own", () => {
    const { steps } = scaleOf("#2f5d50", { "500": "#123456", "700": "#000000" });
    expect(steps).toMatchObject({ "500": "#123456", "700": "#2f5d50", "600": scaleOf("#2f5d50").steps["600"] });
  });
});

describe("formats of a colour", () => {
  it.each([
    ["#0f766e", "rgb(15 118 110)", "hsl(175.3 77.4% 26.1%)", "oklch(0.511 0.086 186.4)"],
    ["#ffffff", "rgb(255 255 255)", "hsl(0 0% 100%)", "oklch(1 0 0)"],
    ["#ff0000", "rgb(255 0 0)", "hsl(0 100% 50%)", "oklch(0.628 0.258 29.2)"],
  ])("of %s match CSS", (hex, ...css) => expect(colorForms(hex).map((form) => form.css)).toEqual([hex, ...css]));
});

describe("the dark set", () => {
  it("makes text readable and other colours visible on every dark background", () => {
    const palette = [
      paletteEntry({ role: "background", hex: "#ffffff" }),
      paletteEntry({ role: "background", hex: "#f5f1e8" }),
      paletteEntry({ role: "text", hex: "#101010" }),
      paletteEntry({ role: "primary", hex: "#2f5d50" }),
      paletteEntry({ role: "danger", hex: "#b91c1c" }),
    ];
    const [white, cream, text, ...others] = darkPalette(palette, proposeDark(palette));
    for (const ground of [white?.hex ?? "", cream?.hex ?? ""]) {
      expect(contrastRatio(ground, "#ffffff")).toBeGreaterThan(12);
      expect(contrastRatio(text?.hex ?? "", ground)).toBeGreaterThanOrEqual(4.5);
      for (const { hex } of others) expect(contrastRatio(hex, ground)).toBeGreaterThanOrEqual(3);
    }
    expect(white?.hex).not.toBe(cream?.hex);
  });

  it("has a value for every colour, is deterministic, and keeps dark backgrounds", () => {
    fc.assert(
      fc.property(anyContrastPalette, (palette) => {
        const dark = proposeDark(palette);
        expect(Object.keys(dark).sort()).toEqual(palette.map(({ id }) => id).sort());
        expect(proposeDark(palette)).toEqual(dark);
        for (const { id, role } of palette)
          if (role === "background") expect(toTone(dark[id] ?? "").l).toBeLessThan(0.53);
      }),
    );
  });
});

describe("gradients", () => {
  const { colors, green, gradient } = sampleColors();
  const css = (value: typeof gradient) => gradientCss(value, (stop) => stopHex(colors.palette, stop));

  it("are written as CSS with sorted stops", () => {
    expect(css(gradient)).toBe("linear-gradient(135deg, #2f5d50 0%, #11221d 100%)");
    const turned = { ...gradient, stops: gradient.stops.toReversed() };
    expect(css({ ...turned, kind: "radial" })).toBe("radial-gradient(circle, #2f5d50 0%, #11221d 100%)");
    expect(css({ ...turned, kind: "conic" })).toBe("conic-gradient(from 135deg, #2f5d50 0%, #11221d 100%)");
  });

  it("follow the palette and look the same when their colour is removed", () => {
    const recolored = colors.palette.map((entry) => ({ ...entry, hex: "#0000ff" }));
    expect(stopHex(recolored, gradient.stops[0] ?? expect.fail())).toBe("#0000ff");
    const left = removeColor({ ...colors, palette: recolored }, green.id);
    expect(left.gradients?.[0]?.stops[0]).toEqual({ color_id: null, hex: "#0000ff", position: 0 });
  });
});

describe("settings of colours", () => {
  const { colors, green, white, black, gradient, rule } = sampleColors();

  it("are removed with their colour, and their key with the last of them", () => {
    const { source, seed } = colors;
    expect(removeColor({ ...colors, gradients: undefined }, green.id)).toEqual({
      source,
      seed,
      palette: [white, black],
      dark: { [white.id]: "#141414" },
    });
    const less = removeColor(colors, white.id);
    expect(less.rules).toEqual([{ ...rule, allowed_on: [] }]);
    expect(less.dark).toEqual({ [green.id]: "#8fc5b2" });
  });

  it("are removed one by one until only the palette is left", () => {
    const { source, seed, palette } = colors;
    let left = setScale(colors, green.id, null);
    left = setPrint(left, green.id, { cmyk: null, pantone: " " });
    for (const id of [green.id, white.id]) left = setDark(left, id, null);
    left = removeRule(removeGradient(left, gradient.id), rule.id);
    expect(left).toEqual({ source, seed, palette });
  });

  it("are set by colour, step and id without affecting others", () => {
    expect(setStep(colors, green.id, "100", "#eeeeee").scales).toEqual({
      [green.id]: { "100": "#eeeeee", "500": "#6a9a8a" },
    });
    expect(setStep(colors, green.id, "500", null).scales).toEqual({ [green.id]: {} });
    expect(setStep(colors, black.id, "500", "#777777").scales).toMatchObject({ [black.id]: { "500": "#777777" } });
    expect(setGradient(colors, { ...gradient, name: "Moss" }).gradients).toEqual([{ ...gradient, name: "Moss" }]);
    expect(setRule(colors, { ...rule, severity: "should" }).rules).toEqual([{ ...rule, severity: "should" }]);
    expect(setDark(colors, black.id, "#eeeeee").palette).toBe(colors.palette);
  });

  it("are tidied idempotently, without removed colours and empty rules", () => {
    const orphaned = { ...colors, palette: [white, black] };
    const tidy = tidyColors(orphaned);
    expect(tidy).toMatchObject({ dark: { [white.id]: "#141414" }, gradients: [{ stops: [{ color_id: null }, {}] }] });
    expect(Object.keys(tidy)).toEqual(["source", "seed", "palette", "dark", "gradients"]);
    expect(tidyColors(tidy)).toEqual(tidy);
    const empty = { ...rule, allowed_on: [green.id], never_pair_with: [] };
    expect(tidyColors({ ...colors, rules: [empty] })).not.toHaveProperty("rules");
  });
});
