import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { startCpuClock } from "../../support/cpu-clock";

const read = (file: object) => {
  const { document, taken, left } = importBrandFile(JSON.stringify(file));
  return { foundations: document.foundations, fonts: document.identity.brand.typography, document, taken, left };
};
const px = (value: number) => ({ value, unit: "px" });

describe("lengths in Figma's variables", () => {
  const float = (id: string, name: string, value: unknown, scopes?: string[]) => ({
    [id]: {
      id,
      name,
      key: "f015408caaf8301430455d23312a5b0a3cb9fb43",
      variableCollectionId: "VariableCollectionId:1:3",
      resolvedType: "FLOAT",
      valuesByMode: { "1:0": value, "1:1": 99 },
      remote: false,
      description: "",
      hiddenFromPublishing: false,
      codeSyntax: {},
      ...(scopes && { scopes }),
    },
  });

  it("are radii or spacing by scope, or by name without scopes", () => {
    const { foundations, left } = read({
      status: 200,
      error: false,
      meta: {
        variables: {
          ...float("VariableID:1:1", "radius/md", 8, ["CORNER_RADIUS"]),
          ...float("VariableID:1:2", "space/4", 16, ["GAP"]),
          ...float("VariableID:1:3", "card/inner", { type: "VARIABLE_ALIAS", id: "VariableID:1:2" }, ["GAP"]),
          ...float("VariableID:1:4", "spacing/xs", 4, ["ALL_SCOPES"]),
          ...float("VariableID:1:5", "radius/pill", 999),
          ...float("VariableID:1:6", "letter-spacing/wide", 2, ["ALL_SCOPES"]),
          ...float("VariableID:1:7", "gap/opacity", 40, ["OPACITY"]),
        },
        variableCollections: {
          "VariableCollectionId:1:3": {
            id: "VariableCollectionId:1:3",
            name: "Primitives",
            defaultModeId: "1:0",
            modes: [
              { modeId: "1:0", name: "Desktop" },
              { modeId: "1:1", name: "Phone" },
            ],
          },
        },
      },
    });
    expect(foundations).toEqual({
      radius: { md: px(8), pill: px(999) },
      spacing: { "4": px(16), "card-inner": px(16), xs: px(4) },
    });
    expect(left).toEqual([
      "7 values of other modes or sets: only the first of each is used.",
      "2 number tokens: no name says whether they are spacing or radii.",
    ]);
  });

  it("are read from Figma's export, with typefaces", () => {
    const token = (type: string, value: unknown, more: object) => ({
      $type: type,
      $value: value,
      $extensions: { "com.figma.variableId": "VariableID:10:500", ...more },
    });
    const { foundations, fonts, left } = read({
      font: {
        heading: token("string", "Fraunces", { "com.figma.type": "string", "com.figma.scopes": ["FONT_FAMILY"] }),
      },
      card: { corner: token("number", 12, { "com.figma.scopes": ["CORNER_RADIUS"] }) },
      spacing: { sm: token("number", 8, { "com.figma.hiddenFromPublishing": true }) },
      inner: { a: token("number", "{spacing.sm}", { "com.figma.scopes": ["GAP"] }) },
      weight: { bold: token("number", 700, { "com.figma.scopes": ["FONT_WEIGHT"] }) },
      label: token("string", "Hello", { "com.figma.type": "string", "com.figma.scopes": ["TEXT_CONTENT"] }),
      $extensions: { "com.figma.modeName": "Mode 1" },
    });
    expect(fonts).toEqual({ heading: "Fraunces" });
    expect(foundations).toEqual({ radius: { "card-corner": px(12) }, spacing: { sm: px(8), "inner-a": px(8) } });
    expect(left).toEqual([
      "1 number token: no name says whether it is spacing or a radius.",
      "1 string token: not supported.",
    ]);
  });

  const teal = { r: 0.058_823_5, g: 0.462_745_1, b: 0.431_372_5, a: 1 };
  const collection = {
    id: "VariableCollectionId:76:107",
    name: "Theme",
    modes: { "76:1": "Light", "78:0": "Dark" },
    variableIds: ["VariableID:1:1", "VariableID:1:2", "VariableID:1:3"],
    variables: [
      {
        id: "VariableID:1:1",
        name: "color/primary",
        description: "Buttons",
        type: "COLOR",
        valuesByMode: { "78:0": { r: 1, g: 1, b: 1, a: 1 }, "76:1": { type: "VARIABLE_ALIAS", id: "VariableID:9:9" } },
        resolvedValuesByMode: {
          "78:0": { resolvedValue: { r: 1, g: 1, b: 1, a: 1 }, alias: null },
          "76:1": { resolvedValue: teal, alias: "VariableID:9:9", aliasName: "teal/700" },
        },
        scopes: ["ALL_SCOPES"],
        hiddenFromPublishing: false,
        codeSyntax: {},
      },
      {
        id: "VariableID:1:2",
        name: "radius/md",
        type: "FLOAT",
        valuesByMode: { "76:1": 8 },
        resolvedValuesByMode: { "76:1": { resolvedValue: 8, alias: null } },
        scopes: ["CORNER_RADIUS"],
      },
      {
        name: "type/body",
        type: "STRING",
        resolvedValuesByMode: { "76:1": { resolvedValue: "Literata" } },
        scopes: ["FONT_FAMILY"],
      },
    ],
  };

  it("are read from a plugin's file for one collection, with resolved aliases", () => {
    const { document, foundations, fonts, left } = read(collection);
    expect(document.colors.palette).toMatchObject([
      { name: "Primary", role: "primary", hex: "#0f766e", usage: "Buttons" },
    ]);
    expect(foundations).toEqual({ radius: { md: px(8) } });
    expect(fonts).toEqual({ body: "Literata" });
    expect(left).toEqual(["1 value of another mode or set: the first one is used."]);
    expect(read({ variableCollections: [collection] }).document.colors.palette).toMatchObject([{ hex: "#0f766e" }]);
  });

  it("are read from lists of collections and variables, in the default mode", () => {
    const { foundations } = read({
      collections: [{ id: "C:1", name: "Spacing", defaultModeId: "1:3", modes: [{ name: "One", modeId: "1:2" }] }],
      variables: [
        {
          id: "V:1",
          name: "spacing/lg",
          resolvedType: "FLOAT",
          variableCollectionId: "C:1",
          valuesByMode: { "1:2": 24, "1:3": 48 },
          scopes: ["GAP"],
        },
      ],
    });
    expect(foundations).toEqual({ spacing: { lg: px(48) } });
  });

  it.each([
    ["no values", { name: "Theme", modes: { a: "Light" }, variables: [{ name: "x", type: "COLOR" }] }],
    ["invalid variables", { name: "Theme", modes: { a: "Light" }, variables: [1, null, "x"] }],
  ])("with %s are skipped", (_, file) => {
    expect(() => read(file)).toThrow(/neither a brand nor design tokens/);
  });

  it("with invalid modes and values are skipped", () => {
    const odd = { name: "gap/a", type: "FLOAT", valuesByMode: { constructor: { type: "VARIABLE_ALIAS", id: {} } } };
    expect(() => read({ modes: 3, variables: [odd] })).toThrow(/to start a brand from/);
  });
});

describe("Tokens Studio", () => {
  const file = {
    core: {
      dimension: {
        base: { value: "4", type: "dimension" },
        twice: { value: "{dimension.base} * 2", type: "dimension" },
      },
      borderRadius: {
        sm: { value: "4", type: "borderRadius" },
        lg: { value: "{borderRadius.sm} * 2", type: "borderRadius" },
        xl: { value: "({borderRadius.lg} + {dimension.twice}) / 2 - 1px", type: "borderRadius" },
        full: { value: "50%", type: "borderRadius" },
      },
      gutter: { value: "{dimension.twice}*1.5", type: "spacing" },
      gap: { alias: { value: "{gutter}", type: "spacing" }, rem: { value: "1.5rem*2", type: "spacing" } },
      inset: { value: "8px 16px", type: "spacing" },
      ink: { value: "#1e293b", type: "color" },
      elevation: {
        low: {
          value: {
            x: "0",
            y: "1",
            blur: "{dimension.base} / 2",
            spread: "0",
            color: "rgba({ink}, 0.25)",
            type: "dropShadow",
          },
          type: "boxShadow",
        },
        high: {
          value: [
            { x: 0, y: 8, blur: 24, spread: -4, color: "#00000026", type: "dropShadow" },
            { x: "0", y: "{borderRadius.sm}", blur: "8", spread: "0", color: "{ink}", type: "innerShadow" },
          ],
          type: "boxShadow",
        },
      },
      fontFamilies: { serif: { value: "'Fraunces', Georgia, serif", type: "fontFamilies" } },
      opacity: { half: { value: "50%", type: "opacity" } },
    },
    type: {
      heading: {
        h1: {
          value: { fontFamily: "{fontFamilies.serif}", fontWeight: "Bold", fontSize: "40", lineHeight: "110%" },
          type: "typography",
        },
      },
    },
    $themes: [],
    $metadata: { tokenSetOrder: ["core", "type"] },
  };

  it("returns lengths in pixels, computed sums, shadow layers and typefaces through references", () => {
    const { foundations, fonts, left } = read(file);
    expect(foundations).toEqual({
      radius: { sm: px(4), lg: px(8), xl: px(7) },
      spacing: { gutter: px(12), alias: px(12), rem: { value: 3, unit: "rem" } },
      shadow: {
        low: [
          {
            color: { hex: "#1e293b", alpha: 0.25 },
            offsetX: px(0),
            offsetY: px(1),
            blur: px(2),
            spread: px(0),
            inset: false,
          },
        ],
        high: [
          {
            color: { hex: "#000000", alpha: expect.closeTo(0.15) },
            offsetX: px(0),
            offsetY: px(8),
            blur: px(24),
            spread: px(-4),
            inset: false,
          },
          {
            color: { hex: "#1e293b", alpha: 1 },
            offsetX: px(0),
            offsetY: px(4),
            blur: px(8),
            spread: px(0),
            inset: true,
          },
        ],
      },
    });
    expect(fonts).toEqual({ heading: "Fraunces" });
    expect(left).toEqual([
      "1 typography token: only the typeface is imported. Set sizes as text styles on the Typography page.",
      "1 radius token: its value isn’t supported, use px or rem.",
      "1 spacing token: its value isn’t supported, use px or rem.",
      "2 dimension tokens: no name says whether they are spacing or radii.",
      "1 opacity token: not supported.",
    ]);
  });

  it("is read in DTCG spelling with its own types", () => {
    const { foundations } = read({
      a: { $type: "borderRadius", $value: "6" },
      b: { $type: "spacing", $value: "{a} * 2" },
      c: {
        $type: "boxShadow",
        $value: { x: "0", y: "2", blur: "4", spread: "0", color: "#000000", type: "dropShadow" },
      },
    });
    expect(foundations).toMatchObject({
      radius: { a: px(6) },
      spacing: { b: px(12) },
      shadow: { c: [{ offsetY: px(2) }] },
    });
  });

  it("reports a typeface without a known use, and one without a name", () => {
    const { left } = read({
      ink: { value: "#112233", type: "color" },
      family: { brand: { value: "Fraunces", type: "fontFamilies" }, gone: { value: ["{x.y}"], type: "fontFamilies" } },
    });
    expect(left).toEqual([
      "The typeface Fraunces: its name doesn’t say whether it is for headings, body text or code.",
      "1 token of a typeface without a name.",
    ]);
  });
});

describe("arithmeticOf", () => {
  const spacing = (values: Record<string, unknown>) => {
    const tokens = Object.entries(values).map(([name, value]) => [name, { value, type: "spacing" }]);
    return read({ spacing: { fixed: { value: "1px", type: "spacing" }, ...Object.fromEntries(tokens) } }).foundations
      ?.spacing;
  };
  const of = (value: unknown) => spacing({ sum: value })?.sum;

  it.each([
    ["2 * 3 + 4", px(10)],
    ["2 * (3 + 4px)", px(14)],
    ["-(2 - 8)", px(6)],
    ["10 / 4", px(2.5)],
    ["10px / 3", px(3.3333)],
    ["{spacing.fixed} + 1rem", undefined],
    ["2px * 2px", undefined],
    ["4 / 0", undefined],
    ["4 / (2 - 2)", undefined],
    ["4 *", undefined],
    ["(4", undefined],
    ["4)", undefined],
    ["", undefined],
    ["{nothing} * 2", undefined],
    ["constructor(1)", undefined],
    ["9999999 * 9999999", undefined],
    [`${"(".repeat(150)}4${")".repeat(150)}`, undefined],
    [`${"(".repeat(90)}4 * 1${")".repeat(90)}`, px(4)],
    [`-${"-".repeat(150)}4`, undefined],
  ])("computes %j as %j", (value, amount) => expect(of(value)).toEqual(amount));

  it("ignores circular references without affecting others", () => {
    expect(
      spacing({ a: "{spacing.b} * 2", b: "{spacing.a} + 1", c: "{spacing.c} * 2", d: "{spacing.fixed} * 2" }),
    ).toEqual({
      fixed: px(1),
      d: px(2),
    });
  });

  it("computes each reference once, even if they double", () => {
    const chain = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [
        `s${index}`,
        index === 0 ? "1" : `{spacing.s${index - 1}} + {spacing.s${index - 1}} - {spacing.s${index - 1}}`,
      ]),
    );
    const seconds = startCpuClock();
    expect(spacing(chain)?.s9).toEqual(px(1));
    expect(seconds()).toBeLessThan(2);
  });
});
