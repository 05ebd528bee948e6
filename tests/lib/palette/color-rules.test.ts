import { describe, expect, it } from "vitest";
import { contrastGrid, contrastRatio, parseCmyk, ruleFindings, suggestFix } from "@/lib/palette";
import { paletteEntry, sampleColors } from "../../support/documents";

const { colors, green, white, black, gradient, rule } = sampleColors();
const rules = (change: Partial<typeof rule>) => ({ ...colors, rules: [{ ...rule, never_pair_with: [], ...change }] });
const said = (given: typeof colors) => ruleFindings(given).map(({ severity, sentence }) => `${severity}: ${sentence}`);

describe("what breaks the rules of a brand's colours", () => {
  it("is nothing where roles, gradients and rules agree", () => {
    expect(said(rules({}))).toEqual([]);
    expect(said({ ...colors, rules: [] })).toEqual([]);
  });

  it("is a pair that roles ask for", () => {
    expect(said(rules({ allowed_on: [], forbidden_on: [white.id], severity: "should" }))).toEqual([
      "should: “Alder” on “Chalk”: their roles, primary and background, put them together.",
    ]);
  });

  it("is a gradient of colours that never go together", () => {
    const both = {
      ...gradient,
      stops: gradient.stops.map((stop) => ({ ...stop, color_id: stop.color_id ?? black.id })),
    };
    expect(said({ ...colors, gradients: [both] })).toEqual([
      "must: “Alder” with “Soot”: both are in the gradient “Forest floor”.",
    ]);
  });

  it("is a rule against another, and one that allows what cannot be seen", () => {
    expect(said(rules({ allowed_on: [black.id, white.id], forbidden_on: [] }))).toEqual([
      "must: “Alder” on “Soot”: a rule allows it, but its contrast is only 2.53:1.",
    ]);
    const second = { ...rule, id: gradient.id, allowed_on: [], forbidden_on: [white.id], never_pair_with: [] };
    expect(said({ ...colors, rules: [{ ...rule, never_pair_with: [] }, second] })).toContain(
      "must: “Alder” on “Chalk”: one rule allows it and another forbids it.",
    );
  });
});

describe("the whole contrast grid", () => {
  it("has each colour that text may be set in on each ground but itself, with its grade", () => {
    const grey = paletteEntry({ role: "neutral", hex: "#999999" });
    const { inks, grounds, pairs } = contrastGrid([...colors.palette, grey]);
    expect(inks).toEqual([green.id, white.id, black.id]);
    expect(grounds).toEqual([green.id, white.id]);
    expect(pairs.map(({ level }) => level)).toEqual(["AAA", "AAA", "low", "AAA"]);
  });

  it("is mended to what text needs also where roles ask for nothing, without breaking what they ask for", () => {
    const pair = { foregroundId: black.id, backgroundId: green.id };
    const fix = suggestFix(colors.palette, { ...pair, required: 4.5 }, ({ id }) => id === green.id);
    expect(fix?.entryId).toBe(green.id);
    expect(contrastRatio(fix?.hex ?? "", black.hex)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(fix?.hex ?? "", white.hex)).toBeGreaterThanOrEqual(3);
    expect(suggestFix(colors.palette, pair, () => true)).not.toBeNull();
  });
});

describe("reading CMYK", () => {
  it.each(["80 42 66 32", "C80 M42 Y66 K32", "80/42/66/32", "C: 80%, M: 42%, Y: 66%, K: 32%", " 80,42,66,32 "])(
    "takes %j",
    (text) => expect(parseCmyk(text)).toEqual({ c: 80, m: 42, y: 66, k: 32 }),
  );
  it.each(["", "80 42 66", "80 42 66 132", "a b c d", "80 42 66 32 10"])("refuses %j", (text) =>
    expect(parseCmyk(text)).toBeNull(),
  );
});
