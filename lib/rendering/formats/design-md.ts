import {
  type BrandSnapshot,
  colorsInWords,
  foundationsInWords,
  lengthCss,
  tokensOf,
  typographyInWords,
} from "@/lib/content";
import { COLOR_ROLES } from "@/lib/contract";
import { markdown } from "@/lib/publishing";
import { tokenSetOf } from "./design-tokens";

const { bullets, definitions, inline, plain, section } = markdown;

type Fields = { [key: string]: string | number | undefined | Fields };

/** Words that YAML reads as something else than a text. */
const NO_TEXT = /^(?:y|n|yes|no|on|off|true|false|null)$|^\d/;

const yaml = (fields: Fields, indent = ""): string =>
  Object.entries(fields)
    .map(([name, value]) => {
      const key = `${indent}${NO_TEXT.test(name) ? JSON.stringify(name) : name}:`;
      if (value === undefined) return "";
      if (typeof value !== "object") return `${key} ${JSON.stringify(value)}\n`;
      return Object.keys(value).length > 0 ? `${key}\n${yaml(value, `${indent}  `)}` : "";
    })
    .join("");

/** DESIGN.md: tokens as YAML, then what they are for. A role is an alias of its first colour. */
export function asDesignMd(snapshot: BrandSnapshot): string {
  const { brand, identity, colors, logos, typography, foundations } = snapshot;
  const set = tokenSetOf(snapshot);
  const own = Object.fromEntries(set.colors.map(({ name, hex }) => [name, hex]));
  const roles = COLOR_ROLES.flatMap((role) => {
    const first = set.colors.find(({ entry }) => entry.role === role);
    return first && !Object.hasOwn(own, role) ? [[role, `{colors.${first.name}}`] as const] : [];
  });
  const lengths = (group: "spacing" | "radius") =>
    Object.fromEntries(tokensOf(foundations, group).map(([name, value]) => [name, lengthCss(value)]));
  const { fonts, styles } = typographyInWords(typography);
  const inWords = new Map(foundationsInWords(foundations).map(({ name, tokens }) => [name, definitions(tokens)]));
  const { tagline, description } = identity.brand;
  const { voice, dos = [], donts = [] } = identity.persona;
  const frontMatter = yaml({
    version: "alpha",
    name: brand.name,
    description: tagline ?? description,
    colors: { ...Object.fromEntries(roles), ...own },
    typography: Object.fromEntries(
      set.texts.map(({ name, style: { font, fontSize, fontWeight, lineHeight, letterSpacing } }) => [
        name,
        {
          fontFamily: set.fonts.find((one) => one.name === font)?.families[0],
          fontSize: lengthCss(fontSize),
          fontWeight,
          lineHeight,
          letterSpacing: lengthCss(letterSpacing),
        },
      ]),
    ),
    rounded: lengths("radius"),
    spacing: lengths("spacing"),
  });
  const traits = identity.personality.traits?.map(({ name, means }) => ({ name, text: means }));
  const body = [
    `# ${inline(brand.name)}`,
    section(
      "## Overview",
      tagline && `> ${inline(tagline)}`,
      description && plain(description),
      definitions(traits),
      voice?.summary && plain(voice.summary),
    ),
    section(
      "## Colors",
      definitions(
        colors.palette.map(({ name, role, hex, usage }) => ({ name, aside: `${role}, ${hex}`, text: usage })),
      ),
      ...colorsInWords(colors).map(({ title, entries }) => section(`### ${title}`, definitions(entries))),
    ),
    section("## Typography", definitions(fonts), definitions(styles)),
    section("## Layout", inWords.get("Spacing")),
    section("## Elevation & Depth", inWords.get("Shadows")),
    section("## Shapes", inWords.get("Radius"), inWords.get("Borders")),
    section("## Motion", inWords.get("Durations"), inWords.get("Easings"), inWords.get("Transitions")),
    section(
      "## Do's and Don'ts",
      definitions([...dos.map((text) => ({ name: "Do", text })), ...donts.map((text) => ({ name: "Don’t", text }))]),
      section("### Logos", bullets(logos.rules)),
    ),
  ];
  return `---\n${frontMatter}---\n\n${body.filter(Boolean).join("\n\n")}\n`;
}
