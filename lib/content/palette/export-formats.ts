import { suggestSlug } from "@/lib/platform/suggest-slug";
import { withScales } from "./color-scale";
import {
  type ColorSettings,
  darkRules,
  namedColors,
  namedGradients,
  paletteAsCss,
  paletteAsJson,
  paletteAsTokens,
} from "./export-palette";
import { gradientCss, stopHex } from "./gradients";
import { hexToRgb } from "./hex";
import type { PaletteEntry } from "./types";

const COLOR_BLOCK = 0x0001;
const GLOBAL_COLOR = 0;
/** Signature, version and number of blocks. */
const HEADER_BYTES = 12;
/** Type and length, which the length excludes. */
const BLOCK_HEAD_BYTES = 6;
/** Name length, colour space, three numbers and colour type. */
const COLOR_BYTES = 2 + 4 + 3 * 4 + 2;
const ASCII = new TextEncoder();

/** Adobe Swatch Exchange 1.0, for Illustrator, InDesign and Photoshop. It has no gradients. */
function paletteAsAse(palette: readonly PaletteEntry[], { scales }: ColorSettings = {}): Uint8Array<ArrayBuffer> {
  // Names are zero-terminated UTF-16. The length counts code units.
  const colors = withScales({ palette, scales }).map(({ name, hex }) => ({
    name: `${name.replaceAll("\0", "")}\0`,
    rgb: hexToRgb(hex),
  }));
  const lengthOf = ({ name }: { name: string }) => COLOR_BYTES + 2 * name.length;
  const bytes = colors.reduce((sum, color) => sum + BLOCK_HEAD_BYTES + lengthOf(color), HEADER_BYTES);
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  file.set(ASCII.encode("ASEF"));
  view.setUint16(4, 1);
  view.setUint32(8, colors.length);
  let offset = HEADER_BYTES;
  for (const color of colors) {
    const { name, rgb } = color;
    view.setUint16(offset, COLOR_BLOCK);
    view.setUint32(offset + 2, lengthOf(color));
    view.setUint16(offset + 6, name.length);
    offset += 8;
    for (let index = 0; index < name.length; index += 1) view.setUint16(offset + 2 * index, name.charCodeAt(index));
    offset += 2 * name.length;
    file.set(ASCII.encode("RGB "), offset);
    for (const [index, value] of [rgb.r, rgb.g, rgb.b].entries()) view.setFloat32(offset + 4 + 4 * index, value / 255);
    view.setUint16(offset + 16, GLOBAL_COLOR);
    offset += 18;
  }
  return file;
}

/** Unique names of Latin letters and digits, not starting with a digit: `["barn", "blue"]`. */
function latinNames<Entry extends { name: string }>(palette: readonly Entry[]): { words: string[]; entry: Entry }[] {
  const taken = new Set<string>();
  return palette.map((entry) => {
    const slug = suggestSlug(entry.name) || "color";
    const base = /^\d/.test(slug) ? `color-${slug}` : slug;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
    taken.add(name);
    return { words: name.split("-"), entry };
  });
}

type Palette = readonly PaletteEntry[];

/** Reversed because shades share their colour's id, and the colour itself must win. */
const namesById = (named: readonly { name: string; entry: PaletteEntry }[]): Map<string, string> =>
  new Map(named.toReversed().map(({ name, entry }) => [entry.id, name]));

const pairsOf = (name: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.length > 0 ? `\n${name}: (\n${pairs.map(([key, value]) => `  "${key}": ${value},`).join("\n")}\n);\n` : "";

/** The dark set is a map, since Sass variables have one value. */
function paletteAsScss(palette: Palette, { scales, gradients, dark }: ColorSettings = {}): string {
  const named = namedColors(withScales({ palette, scales }));
  const nameOf = namesById(named.map(({ identifier, entry }) => ({ name: identifier, entry })));
  const variables = named.map(({ identifier, entry }) => `$color-${identifier}: ${entry.hex}; // ${entry.role}`);
  const blends = namedGradients(gradients).map(({ identifier, gradient }) => {
    const value = gradientCss(gradient, ({ color_id, hex }) => {
      const followed = color_id && nameOf.get(color_id);
      return followed ? `$color-${followed}` : hex;
    });
    return { identifier, line: `$gradient-${identifier}: ${value};` };
  });
  const darkPairs = palette.flatMap(({ id }) => (dark?.[id] ? [[nameOf.get(id) ?? "", dark[id]] as const] : []));
  const lines = [...variables, ...blends.map(({ line }) => line)];
  const ofGradients = blends.map(({ identifier }) => [identifier, `$gradient-${identifier}`] as const);
  const ofColors = named.map(({ identifier }) => [identifier, `$color-${identifier}`] as const);
  return [
    `${lines.join("\n")}\n`,
    pairsOf("$colors", ofColors),
    pairsOf("$colors-dark", darkPairs),
    pairsOf("$gradients", ofGradients),
  ].join("");
}

/** Tailwind 4 finds only Latin class names: `bg-barn-blue`, `bg-hayloft` for a gradient. */
function paletteAsTailwind(palette: Palette, { scales, gradients = [], dark }: ColorSettings = {}): string {
  const named = latinNames(withScales({ palette, scales })).map(({ words, entry }) => ({
    name: words.join("-"),
    entry,
  }));
  const nameOf = namesById(named);
  // Gradients and colours share the prefix `bg-`.
  const taken = new Set(named.map(({ name }) => name));
  const colors = named.map(({ name, entry }) => `  --color-${name}: ${entry.hex}; /* ${entry.role} */`);
  const blends = latinNames(gradients).map(({ words, entry }) => {
    const value = gradientCss(entry, ({ color_id, hex }) => {
      const followed = color_id && nameOf.get(color_id);
      return followed ? `var(--color-${followed})` : hex;
    });
    const name = words.join("-");
    return `  --background-image-${taken.has(name) ? `gradient-${name}` : name}: ${value};`;
  });
  const ofDark = palette.flatMap(({ id }) => (dark?.[id] ? [`--color-${nameOf.get(id)}: ${dark[id]};`] : []));
  return `@theme {\n${[...colors, ...blends].join("\n")}\n}\n${darkRules(ofDark)}`;
}

/** Figma variables, for JSON import plugins. They can't hold gradients. */
function paletteAsFigma(palette: Palette, { scales }: ColorSettings = {}): string {
  const variables = namedColors(withScales({ palette, scales })).map(({ identifier, entry: { hex, usage } }) => [
    identifier,
    {
      $type: "color",
      $value: hex,
      ...(usage ? { $description: usage } : {}),
      $extensions: { "com.figma": { scopes: ["ALL_SCOPES"], codeSyntax: { WEB: `var(--color-${identifier})` } } },
    },
  ]);
  return `${JSON.stringify({ color: Object.fromEntries(variables) }, null, 2)}\n`;
}

/** Keywords that a colour name could equal. */
const SWIFT_WORDS = new Set(
  "any as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil open operator private protocol public repeat rethrows return self some static struct subscript super switch throw throws true try typealias var where while".split(
    " ",
  ),
);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function swiftName(words: readonly string[]): string {
  const [first = "", ...rest] = words;
  const name = first + rest.map(capital).join("");
  return SWIFT_WORDS.has(name) ? `color${capital(name)}` : name;
}

const channel = (value: number) => (value / 255).toFixed(4);

/** Joining words can create duplicates. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((base) => {
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}

/** SwiftUI draws gradient stops in any shape. */
function paletteAsSwift(palette: Palette, { scales, gradients = [] }: ColorSettings = {}): string {
  const named = latinNames(withScales({ palette, scales }));
  const names = distinct(named.map(({ words }) => swiftName(words)));
  const lines = named.map(({ entry }, index) => {
    const { r, g, b } = hexToRgb(entry.hex);
    const value = `Color(.sRGB, red: ${channel(r)}, green: ${channel(g)}, blue: ${channel(b)})`;
    return `    /// ${entry.hex}, ${entry.role}\n    static let ${names[index]} = ${value}`;
  });
  const colors = `import SwiftUI\n\nenum BrandColor {\n${lines.join("\n")}\n}\n`;
  if (gradients.length === 0) return colors;
  const nameOf = namesById(named.map(({ entry }, index) => ({ name: names[index] ?? "", entry })));
  const blends = latinNames(gradients);
  const blendNames = distinct(blends.map(({ words }) => swiftName(words)));
  const written = blends.map(({ entry: { kind, angle, stops } }, index) => {
    const inOrder = stops
      .toSorted((a, b) => a.position - b.position)
      .map((stop) => {
        const { r, g, b } = hexToRgb(stopHex(palette, stop));
        const followed = stop.color_id && nameOf.get(stop.color_id);
        const own = `Color(.sRGB, red: ${channel(r)}, green: ${channel(g)}, blue: ${channel(b)})`;
        return `        .init(color: ${followed ? `BrandColor.${followed}` : own}, location: ${stop.position}),`;
      });
    const description = kind === "radial" ? kind : `${kind}, ${angle} degrees as style sheets count them`;
    return `    /// ${description}\n    static let ${blendNames[index]} = Gradient(stops: [\n${inOrder.join("\n")}\n    ])`;
  });
  return `${colors}\nenum BrandGradient {\n${written.join("\n")}\n}\n`;
}

/** `res/values/colors.xml`. Gradients would need a file each. */
function paletteAsAndroid(palette: Palette, { scales }: ColorSettings = {}): string {
  const lines = latinNames(withScales({ palette, scales })).map(
    ({ words, entry }) => `    <color name="brand_${words.join("_")}">${entry.hex.toUpperCase()}</color>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join("\n")}\n</resources>\n`;
}

export interface PaletteFormat {
  value: string;
  label: string;
  fileName: string;
  /** Absent for binary formats. */
  text?: (palette: readonly PaletteEntry[], stated?: ColorSettings) => string;
  bytes?: (palette: readonly PaletteEntry[], stated?: ColorSettings) => Uint8Array<ArrayBuffer>;
}

export const PALETTE_FORMATS: readonly PaletteFormat[] = [
  { value: "css", label: "CSS variables", fileName: "palette.css", text: paletteAsCss },
  { value: "scss", label: "SCSS", fileName: "palette.scss", text: paletteAsScss },
  { value: "tailwind", label: "Tailwind 4", fileName: "tailwind-theme.css", text: paletteAsTailwind },
  { value: "tokens", label: "Design tokens", fileName: "palette.tokens.json", text: paletteAsTokens },
  { value: "figma", label: "Figma variables", fileName: "figma-variables.json", text: paletteAsFigma },
  { value: "swift", label: "Swift", fileName: "BrandColor.swift", text: paletteAsSwift },
  { value: "android", label: "Android", fileName: "colors.xml", text: paletteAsAndroid },
  { value: "ase", label: "Adobe swatches", fileName: "palette.ase", bytes: paletteAsAse },
  { value: "json", label: "JSON", fileName: "palette.json", text: paletteAsJson },
];
