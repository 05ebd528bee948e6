import { describe, expect, it } from "vitest";
import { measureClearSpace } from "@/lib/content";

const share = (of: "height" | "width", value: number) => ({ kind: "share", of, share: value });
const described = { kind: "described" };
const none = { kind: "none" };

describe("measureClearSpace", () => {
  it.each([
    ["The height of the deckhouse on all sides, about a fifth of the logo's height.", share("height", 0.2)],
    ["25% of the logo’s width", share("width", 0.25)],
    ["At least 12,5 % of its height", share("height", 0.125)],
    ["Half the height of the symbol on all sides", share("height", 0.5)],
    ["½ of the width", share("width", 0.5)],
    ["1/4 of the wordmark's height", share("height", 0.25)],
    ["0.5x the logo height", share("height", 0.5)],
    ["Twice the width of the logo", share("width", 2)],
  ])("measures %j", (rule, expected) => expect(measureClearSpace(rule)).toEqual(expected));

  it.each([
    ["Half the height of the symbol", "logo_positive", described],
    ["Half the symbol's height", "logo_negative", described],
    ["A quarter of the wordmark’s height", "symbol", described],
    ["Half the height of the mark", "logo_positive", described],
    ["Half the height of the symbol", "symbol", share("height", 0.5)],
    ["A quarter of the wordmark’s height", "wordmark", share("height", 0.25)],
    ["Half the icon's width", "favicon", share("width", 0.5)],
    ["Half the height of the logo", "logo_positive", share("height", 0.5)],
    ["Half its height", "logo_positive", share("height", 0.5)],
  ] as const)("measures only the logo itself: %j for %s", (rule, variant, expected) =>
    expect(measureClearSpace(rule, variant)).toEqual(expected),
  );

  it.each([
    ["24 px on all sides", { kind: "pixels", pixels: 24 }],
    ["Keep 8 pixels free", { kind: "pixels", pixels: 8 }],
  ])("reads pixels from %j", (rule, expected) => expect(measureClearSpace(rule)).toEqual(expected));

  it.each([
    ["", none],
    ["   ", none],
    ["Built in; do not add a frame.", none],
    ["None", none],
    ["0 px", none],
  ])("reads none from %j", (rule, expected) => expect(measureClearSpace(rule)).toEqual(expected));

  it.each([
    "The width of one eye on all sides.",
    "Half the width of the rope ring.",
    "The height of the letter O above and below, its width left and right.",
    "As much as you can",
    "1/0 of the height",
    "900% of the height",
  ])("leaves unclear text as described: %j", (rule) => {
    expect(measureClearSpace(rule)).toEqual(described);
  });
});
