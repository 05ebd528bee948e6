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

const CONTENTS = `logos/    Every logo as it was uploaded, and as PNG by the pixels of its longer side. What ends in
          "-derived-black", "-derived-white" or "-derived-negative" was made of the drawing by the
          hub and not by a designer, as SVG and as PNG: look at it before you use it. Which logos
          have no such forms, and why, stands at the end.
icons/    favicon.ico, the icon for home screens (apple-touch-icon.png), app icons, the maskable one
          with room around it, site.webmanifest, and head.html: the lines for a page's <head>.
palette/  The colours: palette.css (custom properties), palette.scss, tailwind-theme.css (Tailwind 4),
          palette.tokens.json (Design Tokens, which Figma imports by itself), figma-variables.json (for
          import plugins of Figma), BrandColor.swift, colors.xml (Android), palette.ase (Illustrator,
          InDesign, Photoshop), palette.json.
          Tints and shades are in all of them. Gradients are in all but three: variables of Figma and
          Adobe swatches are single colours, and Android draws gradients from files of their own.
          The dark set is in the files for CSS, SCSS and Tailwind, in the design tokens and in the JSON;
          dark/ has the palette for dark backgrounds in every format, for those that hold one set.
fonts/    Typefaces whose licence allows it.
assets/   Pictures, icons, patterns and documents as they were uploaded, in folders by their collections.
identity.md  Who the brand is and how it speaks, as Markdown.
`;

export function readme({ version, publishedAt, snapshot, audience }: KitSource, notes: readonly string[]): string {
  const { brand, logos } = snapshot;
  const rules =
    logos.rules.length > 0 ? `Rules for the logos\n${logos.rules.map((rule) => `- ${rule}`).join("\n")}\n\n` : "";
  const remarks = notes.length > 0 ? `Please note\n${notes.map((note) => `- ${note}`).join("\n")}\n\n` : "";
  const whose = audience === "public" ? "Shared from its public page." : "For members of the brand.";
  return `${brand.name}
Version ${version}, published ${publishedAt.toISOString().slice(0, 10)}. ${whose}

${CONTENTS}
${rules}${remarks}Made by the Brand Identity Hub.
`;
}
