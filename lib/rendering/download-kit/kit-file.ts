import { type BrandSnapshot, fileNameFor } from "@/lib/content";

/** A public kit holds no font that may not be shared. */
export interface KitSource {
  brandId: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
  audience: "members" | "public";
}

export interface KitFile {
  path: string;
  bytes: Uint8Array;
}

/** Yields files and returns notes on missing ones. */
export type KitPart = AsyncGenerator<KitFile, string[]>;

export const NOT_STORED = "its file is not stored any more";

const encoder = new TextEncoder();

export const textFile = (path: string, text: string): KitFile => ({ path, bytes: encoder.encode(text) });

/** `png` for `image/png`. */
export const endingOf = (mime: string): string => fileNameFor("", mime).split(".").at(-1) ?? "bin";

const CONTENTS = `logos/    Each logo as uploaded, and as PNG. The number is the longer side in pixels. Files that end in
          "-derived-black", "-derived-white" or "-derived-negative" were made by the hub, not by a
          designer. Check them before you use them. The notes at the end list logos without them.
icons/    favicon.ico, the home screen icon (apple-touch-icon.png), app icons, a maskable icon,
          site.webmanifest, and head.html with the lines for a page's <head>.
palette/  The colours: palette.css (custom properties), palette.scss, tailwind-theme.css (Tailwind 4),
          palette.tokens.json (design tokens), figma-variables.json (which Figma imports),
          BrandColor.swift, colors.xml (Android), palette.ase (Illustrator, InDesign,
          Photoshop), palette.json.
          All of them have tints and shades. All but figma-variables.json, palette.ase and colors.xml
          have gradients and the dark set. dark/ has the palette for dark backgrounds in every format.
tokens/   Colours, gradients, text styles and foundations for code: tokens.json (design tokens, DTCG
          2025.10), resolver.json (the same with dark mode), tokens.css, tokens.scss, tailwind.css,
          figma-light.json and figma-dark.json (which Figma imports as two modes), ios.swift,
          android.xml and android-night.xml.
fonts/    Typefaces whose licence allows it.
assets/   Images, icons, patterns and documents as uploaded, in a folder per collection.
identity.md  Who the brand is and how it speaks, as Markdown.
brand.md     The design for coding agents (DESIGN.md): tokens as YAML, then how to use them.
brand.json   The brand for advertising agents (AdCP 3.1, experimental).
`;

export function readme({ version, publishedAt, snapshot, audience }: KitSource, notes: readonly string[]): string {
  const { brand, logos } = snapshot;
  const rules = logos.rules.length > 0 ? `Logo rules\n${logos.rules.map((rule) => `- ${rule}`).join("\n")}\n\n` : "";
  const remarks = notes.length > 0 ? `Notes\n${notes.map((note) => `- ${note}`).join("\n")}\n\n` : "";
  const whose = audience === "public" ? "Shared from its public page." : "For members of the brand.";
  return `${brand.name}
Version ${version}, published ${publishedAt.toISOString().slice(0, 10)}. ${whose}

${CONTENTS}
${rules}${remarks}Made by the Brand Identity Hub.
`;
}
