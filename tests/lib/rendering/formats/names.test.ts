import { lexer, parse, walk } from "css-tree";
import { SaxesParser } from "saxes";
import { compile } from "tailwindcss";
import { describe, expect, it } from "vitest";
import { TOKEN_FORMATS } from "@/lib/rendering";
import { brandsOf } from "../../../support/any-brand";

const brands = brandsOf(20);

/** Names without the marks of a language: `gradient-hay` is `gradienthay`. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Custom properties of a style sheet's first rule. @throws if it isn't valid CSS */
function propertiesOf(css: string): string[] {
  const names: string[] = [];
  const errors: string[] = [];
  const tree = parse(css, { parseCustomProperty: true, onParseError: ({ message }) => errors.push(message) });
  walk(tree, (node) => {
    if (node.type === "Declaration") names.push(node.property);
  });
  expect(errors).toEqual([]);
  return names;
}

function pathsIn(node: object, path: string[] = []): string[] {
  if ("$value" in node) return [path.join("-")];
  return Object.entries(node).flatMap(([key, child]) =>
    key.startsWith("$") || typeof child !== "object" ? [] : pathsIn(child, [...path, key]),
  );
}

/** Elements with their attributes. @throws if it isn't well-formed XML */
function elementsIn(xml: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.write(xml).close();
  return elements;
}

const base = (css: string) => css.slice(0, css.indexOf("\n}\n") + 3);
const withoutParts = (names: readonly string[]) => names.filter((name) => !name.slice(2).includes("--"));

describe.each(brands.map((brand, index) => [index, brand] as const))("tokens of brand %i", (_, brand) => {
  const text = (name: keyof typeof TOKEN_FORMATS) => TOKEN_FORMATS[name].write(brand);
  const tokens = pathsIn(JSON.parse(text("tokens.json"))).map(bare);

  it("have the same names in every format", () => {
    const css = withoutParts(propertiesOf(base(text("tokens.css")))).map(bare);
    const scss = [...text("tokens.scss").matchAll(/^\$([a-z0-9-]+): (?!\(\n)/gm)].map(([, name]) => `--${name}`);
    const tailwind = withoutParts(propertiesOf(base(text("tailwind.css")))).map((name) =>
      bare(
        name
          .replace(/^--background-image-(gradient-)?/, "--gradient-")
          .replace("--transition-duration-", "--duration-")
          .replace("--ease-", "--easing-"),
      ),
    );
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(css.toSorted()).toEqual(tokens.toSorted());
    const plain = withoutParts(scss).map(bare).toSorted();
    expect(plain).toEqual(css.toSorted());
    expect(tailwind.toSorted()).toEqual(tokens.toSorted());
    for (const name of ["figma-light.json", "figma-dark.json"] as const)
      for (const path of pathsIn(JSON.parse(text(name)))) expect(tokens).toContain(bare(path));
    const names = elementsIn(text("android.xml")).flatMap(({ name, attributes }) => {
      const own = attributes.name?.replace(/^brand_/, "") ?? "";
      return name === "resources" || name === "item" ? [] : [bare(name === "color" ? `color${own}` : own)];
    });
    for (const name of names) expect(tokens).toContain(name);
  });

  it("are valid in their languages", async () => {
    for (const name of Object.keys(TOKEN_FORMATS) as (keyof typeof TOKEN_FORMATS)[])
      expect(text(name)).not.toMatch(/\[object|undefined|NaN/);
    elementsIn(text("android-night.xml"));
    const { build } = await compile(`${text("tailwind.css")}\n@tailwind utilities;`);
    const [color = ""] = tokens.filter((name) => name.startsWith("color"));
    expect(color).not.toBe("");
    build([]);
    walk(parse(text("tokens.css"), { parseCustomProperty: true }), (node) => {
      if (node.type !== "Declaration" || node.value.type !== "Value") return;
      const [, group = ""] = /^--([a-z]+)-/.exec(node.property) ?? [];
      const property = PROPERTIES[group];
      const isReference = JSON.stringify(node.value).includes('"var"');
      if (property && !isReference && !node.property.slice(2).includes("--"))
        expect([node.property, lexer.matchProperty(property, node.value).error]).toEqual([node.property, null]);
    });
  });
});

/** Where a group's values are used. */
const PROPERTIES: Readonly<Record<string, string>> = {
  color: "color",
  gradient: "background-image",
  font: "font-family",
  text: "font-size",
  spacing: "margin-top",
  radius: "border-top-left-radius",
  border: "border",
  shadow: "box-shadow",
  duration: "transition-duration",
  easing: "transition-timing-function",
  transition: "transition",
};
