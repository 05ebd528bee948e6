import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { startCpuClock } from "../../support/cpu-clock";

const read = (file: unknown) => {
  const { document, name, left } = importBrandFile(JSON.stringify(file));
  return {
    name,
    hexes: document.colors.palette.map(({ hex }) => hex),
    colors: Object.fromEntries(document.colors.palette.map((color) => [color.name, color.hex])),
    roles: Object.fromEntries(document.colors.palette.map((color) => [color.hex, color.role])),
    fonts: document.identity.brand.typography ?? {},
    typefaces: document.typography?.fonts.map(({ family, fallbacks }) => [family, ...fallbacks]),
    identity: document.identity,
    foundations: document.foundations ?? {},
    left,
  };
};
const color = (value: unknown) => ({ $type: "color", $value: value });

describe("design tokens of 2025.10", () => {
  it.each<[string, object, Record<string, string>]>([
    [
      "`$root` in both kinds of references",
      {
        color: {
          $type: "color",
          accent: { $root: { $value: "#b45309" }, soft: { $value: "#fde68a" } },
          ink: { hover: { $value: "{color.accent.$root}" }, rest: { $value: { $ref: "#/color/accent/$root/$value" } } },
        },
      },
      { Accent: "#b45309", "Accent soft": "#fde68a", "Ink hover": "#b45309", "Ink rest": "#b45309" },
    ],
    [
      "a token that is a reference",
      { color: { $type: "color", sea: { $value: "#0f766e" }, text: { body: { $ref: "#/color/sea/$value" } } } },
      { "Text body": "#0f766e" },
    ],
    [
      "a pointer to a token with escaped characters",
      { "a/b c": color("#0f766e"), text: { $ref: "#/a~1b%20c" } },
      { Text: "#0f766e" },
    ],
    [
      "a pointer into a value",
      {
        base: color({ colorSpace: "srgb", components: [0.2, 0.4, 0.6] }),
        page: color({ colorSpace: "srgb", components: [{ $ref: "#/base/$value/components/0" }, 0, 0] }),
      },
      { Base: "#336699", Page: "#330000" },
    ],
    [
      "a group that extends another, its own tokens first",
      {
        sea: { $type: "color", primary: { $value: "#0f766e" }, link: { $value: "#0369a1" } },
        night: { $extends: "{sea}", link: { $value: "#7dd3fc" } },
        dusk: { $ref: "#/night" },
      },
      { "Sea primary": "#0f766e", "Sea link": "#0369a1", "Night link": "#7dd3fc" },
    ],
    [
      "functions and units in upper case",
      { color: { $type: "color", accent: { $value: "hsl(17DEG 88% 40%)" }, link: { $value: "RGB(3, 105, 161)" } } },
      { Accent: "#c03f0c", Link: "#0369a1" },
    ],
  ])("are read with %s", (_what, file, colors) => {
    const { colors: found, left } = read(file);
    expect(found).toMatchObject(colors);
    expect(left.join("\n")).not.toMatch(/reference|no colour/);
  });

  it("are read from a resolver document with its default contexts", () => {
    const set = (hex: string) => [{ color: { page: color(hex) } }];
    const { colors, left } = read({
      version: "2025.10",
      sets: { base: { sources: [{ color: { primary: color("#0f766e"), page: color("#ffffff") } }] } },
      modifiers: { theme: { default: "light", contexts: { dark: set("#1c1917"), light: set("#fff7ed") } } },
      resolutionOrder: [
        { $ref: "#/sets/base" },
        { $ref: "#/modifiers/theme" },
        { type: "set", name: "more", sources: [{ $ref: "more.json" }] },
      ],
    });
    expect(colors).toEqual({ Primary: "#0f766e", Page: "#fff7ed" });
    expect(left).toEqual(["Modifier theme: context light is used, not dark.", "more.json: not included in this file."]);
  });

  it.each([
    [
      "tokens in other files",
      { resolutionOrder: [{ $ref: "#/sets/a" }], sets: { a: { sources: [{ $ref: "a.json" }] } } },
      "Choose one of these: a.json.",
    ],
    [
      "circular sources",
      { resolutionOrder: [{ $ref: "#/sets/a" }], sets: { a: { sources: [{ $ref: "#/sets/a" }] } } },
      "circular sources",
    ],
    [
      "groups that extend each other repeatedly",
      Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => {
          const next = { $extends: `{g${at + 1}}` };
          return [`g${at}`, { x: next, y: next, z: color("#0f766e") }];
        }),
      ),
      "over 5,000 tokens",
    ],
    [
      "many groups that extend a wide one",
      Object.fromEntries([
        ["wide", Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`k${at}`, at]))],
        ...Array.from({ length: 1_000 }, (_, at) => [`g${at}`, { $extends: "{wide}" }]),
        ["color", color("#0f766e")],
      ]),
      "too often",
    ],
    [
      "a large set that is referenced repeatedly",
      {
        sets: { a: { sources: [Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, at]))] } },
        resolutionOrder: Array.from({ length: 400 }, () => ({ $ref: "#/sets/a" })),
      },
      "too large",
    ],
  ])("refuse %s", (_what, file, sentence) => {
    const cpuSeconds = startCpuClock();
    expect(() => read(file)).toThrow(sentence);
    expect(cpuSeconds()).toBeLessThan(2);
  });

  it("ignore circular references and groups without affecting others", () => {
    const { colors, left } = read({
      a: { $extends: "{b}" },
      b: { $extends: "{a}" },
      color: {
        $type: "color",
        one: { $value: "{color.two}" },
        two: { $value: "{color.one}" },
        three: { $value: "#0f766e" },
      },
    });
    expect(colors).toEqual({ Three: "#0f766e" });
    expect(left).toEqual(["color.one, color.two: its reference is broken or circular."]);
  });

  it("count types that are named like inherited properties", () => {
    const types = ["constructor", "toString", "__proto__", "hasOwnProperty"];
    const odd = Object.fromEntries(types.map((type, at) => [`t${at}`, { $type: type, $value: "1px" }]));
    expect(read({ c: color("#123456"), ...odd }).left).toHaveLength(4);
  });

  it("are read up to 5,000 tokens and 2 MB", () => {
    const many = Array.from({ length: 4_900 }, (_, at) => [
      `c${at}`,
      { $value: `#${((at * 4_099) % 16_777_216).toString(16).padStart(6, "0")}`, $description: "x".repeat(300) },
    ]);
    const { hexes, left } = read({ color: { $type: "color", ...Object.fromEntries(many) } });
    expect(hexes).toHaveLength(60);
    expect(left).toContain("4,840 colours: a palette can have 60.");
  });
});

describe("files of other tools", () => {
  it("in Style Dictionary's format need no types", () => {
    const { roles, hexes, foundations, left } = read({
      color: {
        brand: { primary: { value: "#0f766e", comment: "Links and buttons" }, accent: { value: "#c2410c" } },
        font: { base: { value: "{color.brand.primary.value}" } },
      },
      size: { spacing: { small: { value: "0.5rem" } }, font: { base: { value: "1rem" } } },
    });
    expect(hexes).toEqual(["#0f766e", "#c2410c", "#0f766e"]);
    expect(roles["#c2410c"]).toBe("accent");
    expect(foundations).toEqual({ spacing: { small: { value: 0.5, unit: "rem" } } });
    expect(left).toEqual(["1 dimension token: no name says whether it is spacing or a radius."]);
  });

  it("resolve references with `{a.b.value}`", () => {
    const sea = { value: "#0f766e", type: "color" };
    expect(read({ brand: { sea, link: { value: "{brand.sea.value}", type: "color" } } }).colors).toEqual({
      "Brand sea": "#0f766e",
      "Brand link": "#0f766e",
    });
  });

  it("in Penpot's format name typefaces within typography", () => {
    const { fonts } = read({
      heading: { large: { $type: "typography", $value: { fontFamilies: ["Fraunces", "serif"], fontSizes: "24px" } } },
      body: { text: { $type: "typography", $value: { fontFamilies: "Inter, sans-serif" } } },
    });
    expect(fonts).toEqual({ heading: "Fraunces", body: "Inter" });
  });

  it.each<[string, unknown, Record<string, string>]>([
    ["a list of hex colours", ["1c1917", "#ffffff"], { Charcoal: "#1c1917", White: "#ffffff" }],
    [
      "a map of colours",
      { brand: "#0f766e", accent: "rgb(194 65 12)", motto: "Red" },
      { Brand: "#0f766e", Accent: "#c2410c" },
    ],
    [
      "a framework's colour scales",
      { sea: { 50: "#f0fdfa", 700: "#0f766e" } },
      { "Sea 50": "#f0fdfa", "Sea 700": "#0f766e" },
    ],
    [
      "a theme builder, its light set first",
      {
        seed: "#0f766e",
        coreColors: { primary: "#0f766e" },
        schemes: {
          light: { primary: "#006a60", onPrimary: "#ffffff" },
          "light-high-contrast": { primary: "#000000" },
          dark: { primary: "#82d5c8" },
        },
      },
      { Primary: "#0f766e", "On primary": "#ffffff" },
    ],
    [
      "CSS variables with HSL channels",
      { cssVars: { light: { "--background": "0 0% 100%", primary: "175 77% 26%" }, dark: { primary: "0 0% 0%" } } },
      { Background: "#ffffff", Primary: "#0f756d" },
    ],
  ])("with %s are imported", (_what, file, colors) => {
    expect(read(file).colors).toEqual(colors);
  });

  it("with a framework's theme give colours, typefaces and lengths, but no words", () => {
    const { colors, fonts, foundations } = read({
      palette: { mode: "light", primary: { main: "#0f766e", light: "#5eead4", dark: "#134e4a" } },
      typography: { h1: { fontFamily: "Fraunces, serif" }, body1: { fontFamily: "Inter" } },
      radius: { sm: "4px" },
    });
    expect(colors).toEqual({ "Primary main": "#0f766e", "Primary light": "#5eead4", "Primary dark": "#134e4a" });
    expect(fonts).toEqual({ heading: "Fraunces", body: "Inter" });
    expect(foundations).toEqual({ radius: { sm: { value: 4, unit: "px" } } });
  });
});

describe("a brand.json of the Ad Context Protocol", () => {
  const torvane = {
    id: "torvane",
    names: [{ en: "Torvane" }],
    url: "https://torvane.example",
    description: "Sails cut to order.",
    tagline: [{ en: "Cut by hand." }],
    colors: { primary: "#0F766E", accent: ["#C2410C", "#B45309"], background: "#FFF7ED", deep_sea: "#164E63" },
    fonts: { primary: { family: "Fraunces", fallbacks: ["serif"] }, secondary: "Inter" },
    tone: { voice: "plain and calm", attributes: ["warm"], dos: ["Name the cloth."], donts: ["No puns."] },
    logos: [{ url: "https://torvane.example/logo.svg" }],
  };

  it("returns name, texts, colours with roles, typefaces and voice", () => {
    const { name, identity, typefaces, colors, roles, left } = read({
      $schema: "https://adcontextprotocol.org/v3/brand.json",
      ...torvane,
    });
    expect(name).toBe("Torvane");
    expect(identity.brand).toEqual({
      tagline: "Cut by hand.",
      description: "Sails cut to order.",
      website: "https://torvane.example",
      languages: ["en"],
      typography: { body: "Inter" },
    });
    expect(typefaces).toEqual([["Fraunces", "serif"]]);
    expect(identity.persona).toEqual({
      voice: { summary: "plain and calm", attributes: ["warm"] },
      dos: ["Name the cloth."],
      donts: ["No puns."],
    });
    expect(colors).toEqual({
      Primary: "#0f766e",
      Accent: "#c2410c",
      "Accent 2": "#b45309",
      Background: "#fff7ed",
      "Deep sea": "#164e63",
    });
    expect(roles["#b45309"]).toBe("accent");
    expect(left).toEqual(["Logos: the file contains only their names. Upload them after creating the brand."]);
  });

  it("uses the master brand of a portfolio", () => {
    const other = { names: [{ en: "Torvane Sport" }], colors: { primary: "#000000" }, keller_type: "sub_brand" };
    const { name, left } = read({
      house: { domain: "t.example" },
      brands: [other, { ...torvane, keller_type: "master" }],
    });
    expect(name).toBe("Torvane");
    expect(left[0]).toBe("1 more brand of this portfolio: you can start from only one.");
  });
});

describe("npm token packages", () => {
  it("are read from lists by path or name, with Figma's colours and types", () => {
    const figma = (name: string, type: string, value: unknown, scopes = ["ALL_SCOPES"]) => ({
      name,
      type,
      value,
      scopes,
    });
    const { colors, fonts, foundations } = read([
      figma("base/color/green/5", "COLOR", { r: 0.0588, g: 0.4627, b: 0.4314, a: 1 }),
      figma("radius/md", "FLOAT", 6),
      figma("base/text/font-family", "STRING", "Fraunces", ["FONT_FAMILY"]),
    ]);
    expect(colors).toEqual({ "Base color green 5": "#0f766e" });
    expect(fonts).toEqual({ body: "Fraunces" });
    expect(foundations).toEqual({ radius: { md: { value: 6, unit: "px" } } });
    const original = { $value: "{base.rust}", $type: "color" };
    const listed = read([{ path: ["color", "link"], name: "colorLink", type: "color", value: "#c03e0c", original }]);
    expect(listed.colors).toEqual({ Link: "#c03e0c" });
    expect(read([{ name: "Sea", hex: "#0f766e" }]).colors).toEqual({ Sea: "#0f766e" });
  });

  it("use resolved values, not Style Dictionary's originals", () => {
    const original = { $value: "{base.teal}", $type: "color" };
    const $extensions = { "org.example.overrides": { dark: { $value: "#5eead4" } } };
    expect(read({ "link-color": { value: "#0f766e", type: "color", original, $extensions } })).toMatchObject({
      colors: { "Link color": "#0f766e" },
      left: [],
    });
  });

  it("use one mode of a token with several, as in Spectrum", () => {
    const modes = (light: string, dark: string) => ({ sets: { light: { value: light }, dark: { value: dark } } });
    const { colors, left } = read({ "sea-100": modes("rgb(15, 118, 110)", "#042f2e"), rust: { value: "#c03e0c" } });
    expect(colors).toEqual({ "Sea 100": "#0f766e", Rust: "#c03e0c" });
    expect(left).toEqual(["1 value of another mode or set: the first one is used."]);
    // A group with that name is still a group.
    expect(read({ sets: { light: { value: "#0f766e" } } }).colors).toEqual({ "Sets light": "#0f766e" });
  });

  it("get types from values or names, and a weight is no colour", () => {
    const { colors, foundations, left } = read({
      tokens: { "Light/color.text": { value: "tan" }, "Typography/font.weight.bold": { value: "653" } },
      "--radius-2": { $value: "5px" },
      ease: { out: { $type: "cubic-bezier", $value: "cubic-bezier(.39, .575, .565, 1)" } },
    });
    expect(colors).toEqual({});
    const file = { tokens: { "Light/color.text": { value: "tan" }, "Typography/font.weight.bold": { value: "653" } } };
    expect(read(file).colors).toEqual({ "Light color text": "#d2b48c" });
    expect(foundations).toEqual({
      radius: { "radius-2": { value: 5, unit: "px" } },
      easing: { "ease-out": [0.39, 0.575, 0.565, 1] },
    });
    expect(left).toEqual([]);
  });

  it("are refused with a reason if a brand can't start from them", () => {
    expect(() => read({ border: { width: { $type: "dimension", $value: "1px" } } })).toThrow(
      /to start a brand from\. 1 dimension token: no name says/,
    );
  });
});
