import { describe, expect, it } from "vitest";
import {
  backgroundOptions,
  clearSpaceOf,
  defaultBackground,
  type LogoEntry,
  newLogo,
  ruleBackgrounds,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { fileRef, paletteEntry } from "../../../support/documents";

const ink = paletteEntry({ name: "Ink", hex: "#101010", role: "text" });
const chalk = paletteEntry({ name: "Chalk", hex: "#fafafa", role: "background" });
const paper = paletteEntry({ name: "Paper", hex: "#FFFFFF", role: "background" });
const palette = [ink, chalk];
const logo = (values: Partial<LogoEntry> = {}): LogoEntry => ({
  ...newLogo({ id: newId(), variant: "logo_positive", file: fileRef() }),
  ...values,
});
const names = (grounds: readonly { name: string }[]) => grounds.map(({ name }) => name);
const allowed = (item: LogoEntry) => names(backgroundOptions(item, palette).filter((one) => one.allowed));

describe("backgrounds of a logo", () => {
  it("are white, black and the brand's colours, suitable ones first", () => {
    expect(names(backgroundOptions(logo(), palette))).toEqual(["White", "Chalk", "Black", "Ink"]);
    expect(names(backgroundOptions(logo({ background: "dark" }), palette))).toEqual(["Black", "Ink", "White", "Chalk"]);
    expect(allowed(logo({ background: "any" }))).toEqual(["White", "Black", "Ink", "Chalk"]);
  });

  it("include the brand's own white only once", () => {
    expect(names(backgroundOptions(logo(), [paper]))).toEqual(["Black", "Paper"].toReversed());
  });

  it("follow the machine-checked rule if it names any", () => {
    const on = (rule: NonNullable<LogoEntry["rule"]>) => allowed(logo({ rule }));
    expect(on({ allowed_backgrounds: { colors: [chalk.id] } })).toEqual(["Chalk"]);
    expect(on({ allowed_backgrounds: { surfaces: ["dark"], colors: [chalk.id] } })).toEqual(["Chalk", "Black", "Ink"]);
    expect(on({ allowed_backgrounds: { surfaces: ["any"] } })).toHaveLength(4);
    expect(on({ allowed_backgrounds: {} })).toEqual(["White", "Chalk"]);
    expect(on({ minimum_size: { px: 20 } })).toEqual(["White", "Chalk"]);
  });

  it("have a default: from the rule, else the brand's background, else white or black", () => {
    const home = (values: Partial<LogoEntry>, entries = palette) => defaultBackground(logo(values), entries).name;
    expect(home({})).toBe("Chalk");
    expect(home({ background: "dark" })).toBe("Black");
    expect(home({ rule: { allowed_backgrounds: { colors: [ink.id] } } })).toBe("Ink");
    expect(home({}, [ink])).toBe("White");
    expect(home({}, [ink, paper])).toBe("Paper");
    expect(home({ background: "any" }, [])).toBe("White");
    // Its only colour was removed from the palette.
    expect(defaultBackground(logo({ rule: { allowed_backgrounds: { colors: [newId()] } } }), palette)).toMatchObject({
      name: "White",
      allowed: false,
    });
  });

  it("are drawn only if the brand defines them", () => {
    const stated = (item: LogoEntry) => {
      const found = ruleBackgrounds(item, palette, 1);
      return { allowed: names(found.allowed), forbidden: names(found.forbidden) };
    };
    expect(stated(logo())).toEqual({ allowed: ["White"], forbidden: ["Black"] });
    const many = ruleBackgrounds(logo(), palette);
    expect([names(many.allowed), names(many.forbidden)]).toEqual([["White"], ["Black"]]);
    const ruled = ruleBackgrounds(logo({ rule: { allowed_backgrounds: { surfaces: ["light"] } } }), palette);
    expect([names(ruled.allowed), names(ruled.forbidden)]).toEqual([
      ["White", "Chalk"],
      ["Black", "Ink"],
    ]);
    expect(stated(logo({ background: "any" }))).toEqual({ allowed: [], forbidden: [] });
    expect(stated(logo({ background: "any", rule: { allowed_backgrounds: { colors: [ink.id] } } }))).toEqual({
      allowed: ["Ink"],
      forbidden: ["White"],
    });
    const gone = logo({ background: "any", rule: { allowed_backgrounds: { colors: ["gone"] } } });
    expect(stated(gone)).toEqual({ allowed: [], forbidden: ["White"] });
  });
});

describe("the drawn clear space", () => {
  it("follows the rule, else the text", () => {
    expect(clearSpaceOf(logo({ clear_space: "half the logo’s height" }))).toMatchObject({ share: 0.5 });
    const rule = { clear_space: { share: 0.25, of: "logo_height" } } as const;
    expect(clearSpaceOf(logo({ clear_space: "half the logo’s height", rule }))).toMatchObject({ share: 0.25 });
    const symbol = { clear_space: { share: 0.25, of: "symbol_height" } } as const;
    expect(clearSpaceOf(logo({ rule: symbol }))).toEqual({ kind: "described" });
    expect(clearSpaceOf(logo({ variant: "symbol", rule: symbol }))).toMatchObject({ of: "height", share: 0.25 });
  });
});
