import { cssFamilies, gradientCss, lengthCss, tokenCss, tokensOf } from "@/lib/content";
import { FOUNDATION_GROUPS } from "@/lib/contract";
import { type TokenSet, type TokenSource, tokenSetOf } from "./design-tokens";

interface Declaration {
  group: string;
  name: string;
  value: string;
  note?: string;
}

type Reference = (group: string, name: string) => string;

function textDeclarations({ texts }: TokenSet, refer: Reference): Declaration[] {
  return texts.flatMap(({ name, style: { font, fontSize, fontWeight, lineHeight, letterSpacing } }) => {
    const parts = {
      "": lengthCss(fontSize),
      // Tailwind 4 reads these names.
      "--line-height": String(lineHeight),
      "--letter-spacing": lengthCss(letterSpacing),
      "--font-weight": String(fontWeight),
      "--font-family": refer("font", font),
    };
    return Object.entries(parts).map(([part, value]) => ({ group: "text", name: name + part, value }));
  });
}

function declarationsOf(set: TokenSet, refer: Reference): Declaration[] {
  return [
    ...set.colors.map(({ name, hex, step, entry }) => ({
      group: "color",
      name,
      value: hex,
      ...(!step && { note: entry.role }),
    })),
    ...set.gradients.map(({ name, gradient }) => ({
      group: "gradient",
      name,
      value: gradientCss(gradient, ({ color_id, hex }) => {
        const followed = set.colorOf(color_id);
        return followed ? refer("color", followed.name) : hex;
      }),
    })),
    ...set.fonts.map(({ name, families }) => ({ group: "font", name, value: cssFamilies(families) })),
    ...textDeclarations(set, refer),
    ...FOUNDATION_GROUPS.flatMap((group) =>
      tokensOf(set.foundations, group).map(([name, value]) => ({ group, name, value: tokenCss(group, value) })),
    ),
  ];
}

const rule = (selector: string, lines: readonly string[], indent = "") =>
  `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}`).join("\n")}\n${indent}}\n`;

/** The dark set applies by the reader's preference or `data-theme`. Empty without one. */
function darkRules({ colors }: TokenSet): string {
  const lines = colors.flatMap(({ name, dark }) => (dark ? [`--color-${name}: ${dark};`] : []));
  if (lines.length === 0) return "";
  const preferred = rule(':root:not([data-theme="light"])', lines, "  ");
  return `\n@media (prefers-color-scheme: dark) {\n${preferred}}\n\n${rule(':root[data-theme="dark"]', lines)}`;
}

function customProperties(set: TokenSet, selector: string, property: (group: string, name: string) => string): string {
  const lines = declarationsOf(set, (group, name) => `var(${property(group, name)})`).map(
    ({ group, name, value, note }) => `${property(group, name)}: ${value};${note ? ` /* ${note} */` : ""}`,
  );
  return `${rule(selector, lines)}${darkRules(set)}`;
}

export const asCss = (source: TokenSource): string =>
  customProperties(tokenSetOf(source), ":root", (group, name) => `--${group}-${name}`);

/** Where Tailwind 4 has another name for a group. */
const NAMESPACES: Readonly<Record<string, string>> = {
  gradient: "background-image",
  duration: "transition-duration",
  easing: "ease",
};

/** A theme for Tailwind 4: `bg-barn-blue`, `text-heading`, `rounded-md`. */
export function asTailwind(source: TokenSource): string {
  const set = tokenSetOf(source);
  const colors = new Set(set.colors.map(({ name }) => name));
  return customProperties(set, "@theme", (group, name) => {
    // Gradients and colours share the prefix `bg-`.
    const isShared = group === "gradient" && (colors.has(name) || name.startsWith("gradient-"));
    const own = isShared ? `gradient-${name}` : name;
    return `--${NAMESPACES[group] ?? group}-${own}`;
  });
}

const mapOf = (name: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.length > 0 ? `\n${name}: (\n${pairs.map(([key, value]) => `  "${key}": ${value},`).join("\n")}\n);\n` : "";

/** Sass variables. The dark set is a map, since a variable has one value. */
export function asScss(source: TokenSource): string {
  const set = tokenSetOf(source);
  const lines = declarationsOf(set, (group, name) => `$${group}-${name}`).map(
    ({ group, name, value, note }) => `$${group}-${name}: ${value};${note ? ` // ${note}` : ""}\n`,
  );
  return [
    lines.join(""),
    mapOf(
      "$colors",
      set.colors.map(({ name }) => [name, `$color-${name}`]),
    ),
    mapOf(
      "$colors-dark",
      set.colors.flatMap(({ name, dark }) => (dark ? [[name, dark] as const] : [])),
    ),
    mapOf(
      "$gradients",
      set.gradients.map(({ name }) => [name, `$gradient-${name}`]),
    ),
  ].join("");
}
