import { describe, expect, it } from "vitest";
import {
  borderCss,
  easingCss,
  FOUNDATION_LIMITS,
  foundationsInWords,
  foundationWarnings,
  renameToken,
  StoredFoundations,
  setToken,
  shadowCss,
  startingToken,
  tokensOf,
  tokenText,
  whyNoMoreTokens,
  whyNotName,
  withStartingTokens,
} from "@/lib/content";
import { FOUNDATION_GROUPS } from "@/lib/contract";

const px = (value: number) => ({ value, unit: "px" as const });
const begun = FOUNDATION_GROUPS.reduce<StoredFoundations>(withStartingTokens, {});

describe("editing foundations", () => {
  it("starts with a valid scale and keeps an existing one", () => {
    expect(StoredFoundations.parse(begun)).toEqual(begun);
    expect(withStartingTokens({ spacing: { own: px(5) } }, "spacing")).toEqual({ spacing: { own: px(5) } });
    for (const group of FOUNDATION_GROUPS)
      expect(StoredFoundations.parse({ [group]: { one: startingToken(group) } })).toBeTruthy();
  });

  it("sorts by size in any unit", () => {
    const spacing = { "2xl": px(64), a: { value: 1, unit: "rem" as const }, b: px(8), c: px(16) };
    expect(tokensOf({ spacing }, "spacing").map(([name]) => name)).toEqual(["b", "a", "c", "2xl"]);
    const duration = { slow: { value: 0.4, unit: "s" as const }, quick: { value: 120, unit: "ms" as const } };
    expect(tokensOf({ duration }, "duration").map(([name]) => name)).toEqual(["quick", "slow"]);
  });

  it("removes a group with its last token and keeps the value when renaming", () => {
    expect(setToken({ radius: { md: px(8) } }, "radius", "md", null)).toEqual({});
    expect(renameToken({ radius: { md: px(8) } }, "radius", "md", "card")).toEqual({ radius: { card: px(8) } });
    expect(renameToken({}, "radius", "md", "card")).toEqual({});
  });

  it("refuses names reserved by CSS and DTCG, and used names", () => {
    for (const name of ["", "A", "a.b", "{a}", "$a", "a--b", "a b", "__proto__"])
      expect(whyNotName(begun, "spacing", name)).toMatch(/lower-case/);
    expect(whyNotName(begun, "spacing", "md")).toMatch(/already/);
    expect(whyNotName(begun, "spacing", "a".repeat(FOUNDATION_LIMITS.name + 1))).toMatch(/At most 40/);
    expect(whyNotName(begun, "spacing", "constructor")).toBeNull();
  });

  it("limits the tokens of a group", () => {
    const many = Object.fromEntries(Array.from({ length: FOUNDATION_LIMITS.tokens }, (_, at) => [`s${at}`, px(at)]));
    expect(whyNoMoreTokens({ spacing: many }, "spacing")).toMatch(/at most 24/);
    expect(StoredFoundations.safeParse({ spacing: many }).success).toBe(true);
    expect(StoredFoundations.safeParse({ spacing: { ...many, more: px(1) } }).success).toBe(false);
  });
});

describe("foundations as text and CSS", () => {
  it("formats each value for people and for browsers", () => {
    const hairline = { width: px(1), style: "solid" as const, color: { hex: "#102030", alpha: 0.5 } };
    expect(tokenText("border", hairline)).toBe("1 px solid, #102030 at 50 %");
    expect(borderCss(hairline)).toBe("1px solid rgb(16 32 48 / 0.5)");
    const low = startingToken("shadow");
    expect(tokenText("shadow", low)).toBe("x 0, y 1 px, blur 2 px, #000000 at 12 %");
    expect(shadowCss(low)).toBe("0px 1px 2px 0px rgb(0 0 0 / 0.12)");
    expect(easingCss([0.2, -1, 0, 1])).toBe("cubic-bezier(0.2, -1, 0, 1)");
    expect(foundationsInWords({ spacing: { sm: px(8) } })).toEqual([
      { name: "Spacing", tokens: [{ name: "sm", text: "8 px" }] },
    ]);
    expect(foundationsInWords(undefined)).toEqual([]);
  });

  it("warns of equal values and slow motion, but not for a starting scale", () => {
    expect(foundationWarnings(begun)).toEqual([]);
    const slow = { ...startingToken("transition"), duration: { value: 2, unit: "s" as const } };
    expect(foundationWarnings({ spacing: { a: px(8), b: px(8) }, transition: { slow } })).toEqual([
      "Spacing: a and b have the same value, 8 px.",
      "The transition slow takes more than a second.",
    ]);
  });
});
