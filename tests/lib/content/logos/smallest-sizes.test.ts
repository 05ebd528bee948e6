import { describe, expect, it } from "vitest";
import { smallestSizes, smallestSizeText } from "@/lib/content";

const sizes = (...args: [number, { px?: number; mm?: number }?]) =>
  smallestSizes({ min_width_px: args[0], ...(args[1] && { rule: { minimum_size: args[1] } }) });

describe("minimum sizes of a logo", () => {
  it("come from its rule, screen before print", () => {
    expect(sizes(0, { px: 96, mm: 25.4 })).toEqual([
      { unit: "px", value: 96, inches: 1 },
      { unit: "mm", value: 25.4, inches: 1 },
    ]);
    expect(sizes(120, { px: 96 }).map(smallestSizeText)).toEqual(["96 px on screens"]);
  });

  it("use the general width if the rule has no pixels", () => {
    expect(sizes(120).map(smallestSizeText)).toEqual(["120 px on screens"]);
    expect(sizes(120, { mm: 20 }).map(smallestSizeText)).toEqual(["120 px on screens", "20 mm in print"]);
  });

  it("are empty if none are defined", () => {
    expect(sizes(0)).toEqual([]);
    expect(smallestSizes({ min_width_px: 0, rule: {} })).toEqual([]);
  });
});
