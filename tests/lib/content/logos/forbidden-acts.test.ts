import { describe, expect, it } from "vitest";
import { forbiddenActs } from "@/lib/content";

describe("forbidden uses of a logo", () => {
  it.each([
    ["Do not tilt it, animate it past the arc or use it as a progress bar.", ["rotate"]],
    ["Never stretch or rotate the logo.", ["stretch", "rotate"]],
    ["It must not be mirrored.", ["mirror"]],
    ["Don’t flip the symbol; the smoke blows to the right.", ["mirror"]],
    ["The letters hop; keep their tilt and spacing as drawn, and do not set the name in another typeface.", []],
    ["Tilt it as you like. Do not recolour it.", ["recolour"]],
    ["Never change the logo’s colours.", ["recolour"]],
    ["Never change any of its colours or add a drop shadow.", ["recolour", "effect"]],
    ["Don’t add shadows, glows or other effects.", ["effect"]],
    ["Do not place it in the shadow of a building.", []],
    ["Never place it on busy backgrounds.", ["busy"]],
    ["It must not stand over a very cluttered or dark photograph.", ["busy"]],
    ["Never on a day when we are busy.", []],
    ["Put it on busy backgrounds.", []],
    ["Never on a photograph.", []],
    ["Do not recolour it, but rotate it freely.", ["recolour"]],
    ["", []],
  ])("reads %j as %j", (rule, acts) => {
    expect(forbiddenActs(["Amber belongs to the pointer.", rule])).toEqual(acts.map((act) => ({ act, rule })));
  });

  it("returns the first of several rules", () => {
    expect(forbiddenActs(["Never rotate it.", "Do not tilt it."])).toEqual([
      { act: "rotate", rule: "Never rotate it." },
    ]);
  });
});
