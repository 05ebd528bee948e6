import { hexToRgb } from "./hex";
import type { PaletteEntry } from "./types";

/** A name in the form of a CSS identifier, in its own script: `barn-blue`, `藍色`; `color` when it has neither letters nor digits. */
const identifierOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "color";

/** The entries with an identifier each, no two alike: the second of a name gets `-2`, and so on. */
export function namedColors(palette: readonly PaletteEntry[]): { identifier: string; entry: PaletteEntry }[] {
  const taken = new Set<string>();
  return palette.map((entry) => {
    const base = identifierOf(entry.name);
    let identifier = base;
    for (let count = 2; taken.has(identifier); count++) identifier = `${base}-${count}`;
    taken.add(identifier);
    return { identifier, entry };
  });
}

/** The palette as a style sheet of custom properties, named after the colours, each with its role beside it. */
export function paletteAsCss(palette: readonly PaletteEntry[]): string {
  const lines = namedColors(palette).map(
    ({ identifier, entry }) => `  --color-${identifier}: ${entry.hex}; /* ${entry.role} */`,
  );
  return `:root {\n${lines.join("\n")}\n}\n`;
}

/** The palette as JSON, in the form in which the bundle shows it. */
export function paletteAsJson(palette: readonly PaletteEntry[]): string {
  const entries = palette.map(({ id, name, role, hex, usage, locked }) => ({
    id,
    name,
    role,
    hex,
    rgb: hexToRgb(hex),
    usage,
    locked,
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** The palette as design tokens in the format of the Design Tokens Community Group (2025.10), for tools that read those. */
export function paletteAsTokens(palette: readonly PaletteEntry[]): string {
  const tokens = namedColors(palette).map(({ identifier, entry: { hex, usage } }) => {
    const { r, g, b } = hexToRgb(hex);
    const components = [r, g, b].map((channel) => Number((channel / 255).toFixed(4)));
    const $value = { colorSpace: "srgb", components, hex };
    return [identifier, { $type: "color", $value, ...(usage ? { $description: usage } : {}) }];
  });
  return `${JSON.stringify({ color: Object.fromEntries(tokens) }, null, 2)}\n`;
}
