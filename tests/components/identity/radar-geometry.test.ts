import { describe, expect, it } from "vitest";
import { levelAt, pointAt, RADIUS } from "@/components/identity/radar-geometry";

describe("a corner of the radar", () => {
  it("comes to the step at which it is let go, on each axis", () => {
    for (const axis of [0, 1, 2, 3, 4])
      for (const level of [1, 2, 3, 4, 5]) expect(levelAt(axis, ...pointAt(axis, level))).toBe(level);
  });

  it.each([
    ["between two steps, to the nearer", 0, -RADIUS * 0.49, 2],
    ["beyond the edge, to 5", 0, -RADIUS * 3, 5],
    ["in the middle and behind it, to 1", 0, RADIUS * 3, 1],
    ["beside its axis, by how far along it stands", RADIUS, -RADIUS * 0.8, 4],
  ])("goes %s", (_, x, y, level) => {
    expect(levelAt(0, x, y)).toBe(level);
  });
});
