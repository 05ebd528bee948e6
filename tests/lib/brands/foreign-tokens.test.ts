import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";

const read = (file: object) => {
  const { document, kind, left } = importBrandFile(JSON.stringify(file));
  const colors = Object.fromEntries(document.colors.palette.map(({ name, hex }) => [name, hex]));
  return {
    colors,
    roles: document.colors.palette.map(({ role }) => role),
    fonts: document.identity.brand.typography,
    kind,
    left,
  };
};

describe("Figma variables", () => {
  const variable = (id: string, name: string, resolvedType: string, values: object, more = {}) => ({
    [id]: { id, name, resolvedType, variableCollectionId: "C:1", valuesByMode: values, ...more },
  });

  it("are read from Figma's API in the default mode, with aliases resolved", () => {
    const { colors, roles, fonts, kind, left } = read({
      status: 200,
      error: false,
      meta: {
        variableCollections: { "C:1": { id: "C:1", name: "Brand", defaultModeId: "1:1" } },
        variables: {
          ...variable("V:1", "color/primary/{500}.a", "COLOR", {
            "1:0": { r: 0, g: 0, b: 0, a: 1 },
            "1:1": { r: 0.164_705_9, g: 0.270_588_2, b: 0.909_803_9, a: 1 },
          }),
          ...variable("V:2", "color/text", "COLOR", { "1:1": { type: "VARIABLE_ALIAS", id: "V:1" } }),
          ...variable("V:3", "color/藍", "COLOR", { "1:1": { r: 1, g: 1, b: 1, a: 0.5 } }),
          ...variable("V:4", "type/heading", "STRING", { "1:1": "Alder Grotesk" }, { scopes: ["FONT_FAMILY"] }),
          ...variable("V:5", "space/1", "FLOAT", { "1:1": 4 }),
          ...variable("V:6", "color/lost", "COLOR", { "1:1": { type: "VARIABLE_ALIAS", id: "V:9" } }),
          ...variable("__proto__", "__proto__/constructor", "COLOR", { "1:1": { r: 1, g: 0, b: 0, a: 1 } }),
        },
      },
    });
    expect(kind).toBe("tokens");
    expect(Object.values(colors)).toEqual(expect.arrayContaining(["#2a45e8"]));
    expect(roles).toEqual(expect.arrayContaining(["primary", "text"]));
    expect(fonts).toEqual({ heading: "Alder Grotesk" });
    expect(left.join("\n")).toMatch(/transparent[\s\S]*|leads nowhere/);
    expect(left).toContain("color.lost: its reference is broken or circular.");
  });

  it("are read from export plugins in the first mode", () => {
    const mode = (name: string, hex: string) => ({
      name,
      variables: [
        { name: "brand/accent", type: "color", isAlias: false, value: hex },
        { name: "brand/link", type: "color", isAlias: true, value: { collection: "Brand", name: "brand/accent" } },
      ],
    });
    const { colors, left } = read({
      version: "1.0.4",
      collections: [{ name: "Brand", modes: [mode("Light", "#c2410c"), mode("Dark", "#fb923c")] }],
    });
    expect(Object.values(colors)[0]).toBe("#c2410c");
    expect(left).toContain("2 values of other modes or sets: only the first of each is used.");
  });
});

describe("a file of Tokens Studio", () => {
  it("is read in the order of its sets, with references that omit set names", () => {
    const { colors, fonts, left } = read({
      dark: { brand: { primary: { value: "#ffffff", type: "color" } } },
      core: {
        brand: { primary: { value: "#0f766e", type: "color", description: "Buttons" } },
        "text-on": { value: "{brand.primary}", type: "color" },
        shade: { value: "#000000", type: "color", $extensions: { "studio.tokens": { modify: { type: "lighten" } } } },
        family: { heading: { value: "Alder Grotesk", type: "fontFamilies" } },
        space: { value: "8", type: "spacing" },
      },
      $themes: [],
      $metadata: { tokenSetOrder: ["core", "dark"] },
    });
    expect(colors).toMatchObject({ "Brand primary": "#0f766e" });
    expect(Object.values(colors)).not.toContain("#ffffff");
    expect(fonts).toEqual({ heading: "Alder Grotesk" });
    expect(left).toContain("shade: not a readable colour.");
    expect(left).toContain("1 value of another mode or set: the first one is used.");
  });

  it("is read without sets, and with DTCG spelling", () => {
    expect(read({ color: { primary: { value: "#0f766e", type: "color" } } }).colors).toEqual({ Primary: "#0f766e" });
    const inSets = {
      core: {
        color: { accent: { $value: "{color.base}", $type: "color" }, base: { $value: "#c2410c", $type: "color" } },
      },
      $themes: [],
    };
    expect(Object.values(read(inSets).colors)).toContain("#c2410c");
  });
});
