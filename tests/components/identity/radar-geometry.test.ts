import { describe, expect, it } from "vitest";
import { axesOf, DIMENSIONS, levelAt, pointAt, RADIUS, TONE } from "@/components/identity/radar";

describe("a corner of the radar", () => {
  it("snaps to the step where it is dropped, on each axis", () => {
    for (const count of [3, 4, 5])
      for (const place of Array(count).keys())
        for (const level of [1, 2, 3, 4, 5])
          expect(levelAt({ place, count }, ...pointAt({ place, count }, level))).toBe(level);
  });

  it.each([
    ["to the nearer step between two", 0, -RADIUS * 0.49, 2],
    ["to 5 beyond the edge", 0, -RADIUS * 3, 5],
    ["to 1 at the centre and behind it", 0, RADIUS * 3, 1],
    ["by its distance along the axis, for a point beside the axis", RADIUS, -RADIUS * 0.8, 4],
  ])("goes %s", (_, x, y, level) => {
    expect(levelAt({ place: 0, count: 5 }, x, y)).toBe(level);
  });
});

describe("the axes of a radar", () => {
  it("map the lowest step to 1 and the highest to 5, and leave unset values undefined", () => {
    expect(axesOf(TONE, { formality: -2, humor: 2 }).map(({ level }) => level)).toEqual([1, 5, undefined, undefined]);
    expect(axesOf(DIMENSIONS, { sincerity: 1, ruggedness: 5 }).map(({ level }) => level)).toEqual([
      1,
      undefined,
      undefined,
      undefined,
      5,
    ]);
  });
});
