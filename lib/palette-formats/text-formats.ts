import { hexToRgb, namedColors, type PaletteEntry } from "@/lib/palette";
import { latinNames } from "./latin-names";

type Palette = readonly PaletteEntry[];

/** The palette for Sass: a variable for each colour, and all of them as one map. */
export function paletteAsScss(palette: Palette): string {
  const named = namedColors(palette);
  const variables = named.map(({ identifier, entry }) => `$color-${identifier}: ${entry.hex}; // ${entry.role}`);
  const pairs = named.map(({ identifier }) => `  "${identifier}": $color-${identifier},`);
  return `${variables.join("\n")}\n\n$colors: (\n${pairs.join("\n")}\n);\n`;
}

/** The palette as a theme of Tailwind 4, whose classes are named after it (`bg-barn-blue`): Tailwind finds classes of Latin letters alone. */
export function paletteAsTailwind(palette: Palette): string {
  const lines = latinNames(palette).map(
    ({ words, entry }) => `  --color-${words.join("-")}: ${entry.hex}; /* ${entry.role} */`,
  );
  return `@theme {\n${lines.join("\n")}\n}\n`;
}

/** The palette as variables of Figma, for the plugins that import them from JSON: one collection, each colour by its hex. */
export function paletteAsFigma(palette: Palette): string {
  const variables = namedColors(palette).map(({ identifier, entry: { hex, usage } }) => [
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

/** Words that Swift has for itself, of those that a colour could be called. */
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

/** Names that no two colours share, once written without what stood between their words. */
function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((base) => {
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}

/** The palette for SwiftUI, in sRGB. */
export function paletteAsSwift(palette: Palette): string {
  const named = latinNames(palette);
  const names = apart(named.map(({ words }) => swiftName(words)));
  const lines = named.map(({ entry }, index) => {
    const { r, g, b } = hexToRgb(entry.hex);
    const value = `Color(.sRGB, red: ${channel(r)}, green: ${channel(g)}, blue: ${channel(b)})`;
    return `    /// ${entry.hex}, ${entry.role}\n    static let ${names[index]} = ${value}`;
  });
  return `import SwiftUI\n\nenum BrandColor {\n${lines.join("\n")}\n}\n`;
}

/** The palette as resources of Android, `res/values/colors.xml`. */
export function paletteAsAndroid(palette: Palette): string {
  const lines = latinNames(palette).map(
    ({ words, entry }) => `    <color name="brand_${words.join("_")}">${entry.hex.toUpperCase()}</color>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join("\n")}\n</resources>\n`;
}
