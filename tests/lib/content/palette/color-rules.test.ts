import { describe, expect, it } from "vitest";
import { contrastGrid, contrastRatio, parseCmyk, ruleFindings, suggestFix } from "@/lib/content";
import { paletteEntry, sampleColors } from "../../../support/documents";

const { colors, green, white, black, gradient, rule } = sampleColors();
const rules = (change: Partial<typeof rule>) => ({ ...colors, rules: [{ ...rule, never_pair_with: [], ...change }] });
const said = (given: typeof colors) => ruleFindings(given).map(({ severity, sentence }) => `${severity}: ${sentence}`);

describe("violations of colour rules", () => {
  it("are none if roles, gradients and rules agree", () => {
    expect(said(rules({}))).toEqual([]);
    expect(said({ ...colors, rules: [] })).toEqual([]);
  });

  it("include pairs that roles require", () => {
    expect(said(rules({ allowed_on: [], forbidden_on: [white.id], severity: "should" }))).toEqual([
      "should: “Alder” on “Chalk”: a rule forbids it, but their roles, primary and background, combine them.",
    ]);
  });

  it("include gradients of colours that must not be combined", () => {
    const both = {
      ...gradient,
      stops: gradient.stops.map((stop) => ({ ...stop, color_id: stop.color_id ?? black.id })),
    };
    expect(said({ ...colors, gradients: [both] })).toEqual([
      "must: “Alder” with “Soot”: both are in the gradient “Forest floor”.",
    ]);
  });

  it("include contradicting rules and rules that allow unreadable pairs", () => {
    expect(said(rules({ allowed_on: [black.id, white.id], forbidden_on: [] }))).toEqual([
      "must: “Alder” on “Soot”: a rule allows it, but its contrast is only 2.53:1.",
    ]);
    const second = { ...rule, id: gradient.id, allowed_on: [], forbidden_on: [white.id], never_pair_with: [] };
    expect(said({ ...colors, rules: [{ ...rule, never_pair_with: [] }, second] })).toContain(
      "must: “Alder” on “Chalk”: one rule allows it and another forbids it.",
    );
  });
});

describe("the contrast matrix", () => {
  it("has each foreground on every other background with its grade", () => {
    const grey = paletteEntry({ role: "neutral", hex: "#999999" });
    const { inks, grounds, pairs } = contrastGrid([...colors.palette, grey]);
    expect(inks).toEqual([green.id, white.id, black.id]);
    expect(grounds).toEqual([green.id, white.id]);
    expect(pairs.map(({ level }) => level)).toEqual(["AAA", "AAA", "low", "AAA"]);
    expect(pairs.map(({ required }) => required)).toEqual([3, 4.5, null, 4.5]);
  });

  it("requires only the best foreground of a colour if none is readable", () => {
    const grey = { ...green, hex: "#7b7b7b" };
    const ash = { ...black, hex: "#222222" };
    const pairs = (inks: typeof colors.palette) =>
      contrastGrid([grey, ...inks]).pairs.filter(({ backgroundId }) => backgroundId === grey.id);
    expect(pairs([{ ...white, hex: "#eeeeee" }, ash]).map(({ required }) => required)).toEqual([null, 4.5]);
    expect(pairs([ash]).map(({ required }) => required)).toEqual([4.5]);
  });

  it("fixes an optional pair to text contrast unless that breaks a required pair", () => {
    const pair = { foregroundId: black.id, backgroundId: green.id, required: 4.5 };
    const isGreen = ({ id }: { id: string }) => id === green.id;
    expect(suggestFix(colors.palette, pair, isGreen)).toBeNull();
    const fix = suggestFix([green, black], pair, isGreen);
    expect(fix?.entryId).toBe(green.id);
    expect(contrastRatio(fix?.hex ?? "", black.hex)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("reading CMYK", () => {
  it.each(["80 42 66 32", "C80 M42 Y66 K32", "80/42/66/32", "C: 80%, M: 42%, Y: 66%, K: 32%", " 80,42,66,32 "])(
    "accepts %j",
    (text) => expect(parseCmyk(text)).toEqual({ c: 80, m: 42, y: 66, k: 32 }),
  );
  it.each(["", "80 42 66", "80 42 66 132", "a b c d", "80 42 66 32 10"])("refuses %j", (text) =>
    expect(parseCmyk(text)).toBeNull(),
  );
});
