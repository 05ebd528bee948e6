import { createHash } from "node:crypto";
import type { SimpleIcon } from "simple-icons";
import { type BrandDocument, contrastRatio, type LogoEntry } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { suggestSlug } from "@/lib/platform/suggest-slug";
import { compileDocument } from "@/lib/publishing/server";
import { RESERVED_SLUGS } from "../brand-settings";
import { knownPalette } from "./known-palette";

interface IconLogo {
  entry: LogoEntry;
  bytes: Buffer;
}

/** Only commands and numbers (SVG 2, "path data"). */
const PATH_DATA = /^[\s\d.,+\-eEmMzZlLhHvVcCsSqQtTaA]+$/;
const SIDE_PX = 240;
const FAVICON_PX = 48;
const WHITE = "#ffffff";
const INK = "#111111";
/** The minimum contrast of graphics is 3:1 (WCAG 2.2, 1.4.11). */
const GRAPHIC_CONTRAST = 3;
const HARDLY_VISIBLE = 1.2;

const svg = (sidePx: number, grid: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="0 0 ${grid} ${grid}">${content}</svg>`;

const glyph = (path: string, fill: string) => svg(SIDE_PX, 24, `<path fill="${fill}" d="${path}"/>`);

function tile(path: string, hex: string, sidePx: number): string {
  const fill = contrastRatio(hex, WHITE) >= GRAPHIC_CONTRAST ? WHITE : INK;
  const tile = `<rect width="40" height="40" rx="9" fill="${hex}"/>`;
  return svg(sidePx, 40, `${tile}<path transform="translate(8 8)" fill="${fill}" d="${path}"/>`);
}

type Shape = Pick<LogoEntry, "variant" | "label" | "usage" | "background"> & { sidePx: number; text: string };

function withFile({ sidePx, text, ...shape }: Shape): IconLogo {
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { id: newId(), sha256, mime: "image/svg+xml", bytes: bytes.length, width: sidePx, height: sidePx };
  // The catalogue has no clear space or minimum size. The mark's owner decides them.
  const rules = { clear_space: "", min_width_px: 0 };
  return { bytes, entry: { id: newId(), ...shape, ...rules, file } };
}

/** Equal content is stored once: a white brand's coloured glyph equals the white one. */
function shareFiles(logos: IconLogo[]): IconLogo[] {
  const files = new Map(logos.map(({ entry }) => [entry.file.sha256, entry.file]));
  return logos.map((logo) => ({
    ...logo,
    entry: { ...logo.entry, file: files.get(logo.entry.file.sha256) ?? logo.entry.file },
  }));
}

/**
 * Equals what inspecting the files as uploads would store, which a test checks. Inspecting all 14,000 would take an
 * hour.
 * @throws TypeError for anything but path data
 */
export function drawIconLogos(name: string, path: string, hex: string): IconLogo[] {
  if (!PATH_DATA.test(path)) throw new TypeError(`the glyph of ${name} is not path data`);
  const onLight = contrastRatio(hex, WHITE) >= HARDLY_VISIBLE;
  const shapes: Shape[] = [
    {
      variant: "logo_positive",
      label: `${name}, in colour`,
      usage: onLight ? "On light backgrounds." : "Only on dark backgrounds. The colour is barely visible on white.",
      background: onLight ? "light" : "dark",
      sidePx: SIDE_PX,
      text: glyph(path, hex),
    },
    {
      variant: "logo_negative",
      label: `${name}, white`,
      usage: "On dark backgrounds and photographs.",
      background: "dark",
      sidePx: SIDE_PX,
      text: glyph(path, WHITE),
    },
    {
      variant: "symbol",
      label: `${name}, on a tile`,
      usage: "App icons and avatars, on any background.",
      background: "any",
      sidePx: SIDE_PX,
      text: tile(path, hex, SIDE_PX),
    },
    {
      variant: "favicon",
      label: `${name}, favicon`,
      usage: "Browser tabs and bookmarks.",
      background: "any",
      sidePx: FAVICON_PX,
      text: tile(path, hex, FAVICON_PX),
    },
  ];
  return shareFiles(shapes.map(withFile));
}

export interface IconBrand {
  slug: string;
  icon: SimpleIcon;
}

let catalogue: Promise<IconBrand[]> | undefined;

/** In a fixed order with stable slugs. Loads several megabytes on first use. */
export function iconBrands(): Promise<IconBrand[]> {
  catalogue ??= import("simple-icons").then((icons) => inOrder(Object.values(icons).filter(isIcon)));
  return catalogue;
}

const isIcon = (value: object): value is SimpleIcon => "path" in value && "title" in value;

function inOrder(icons: readonly SimpleIcon[]): IconBrand[] {
  const taken = new Set(RESERVED_SLUGS);
  return icons.map((icon) => {
    const candidates = [suggestSlug(icon.title), suggestSlug(icon.slug), `${suggestSlug(icon.slug)}-brand`];
    const slug = candidates.find((candidate) => candidate !== "" && !taken.has(candidate));
    if (!slug) throw new Error(`no slug is left for ${icon.title}`);
    taken.add(slug);
    return { slug, icon };
  });
}

/** Derives no description or website: sources say nothing about the brand, and guidelines are often on code hosts. */
const rulesOf = ({ guidelines, license }: SimpleIcon): string[] =>
  [
    guidelines && `Follow the owner's brand guidelines: ${guidelines}`,
    license && `Licence of the mark: ${license.type}.`,
  ].filter((rule) => rule !== undefined);

export function compileIconBrand({ icon }: IconBrand): { document: BrandDocument; files: Map<string, Buffer> } {
  const { title, path } = icon;
  const hex = `#${icon.hex.toLowerCase()}`;
  const logos = drawIconLogos(title, path, hex);
  const { seed, palette } = knownPalette(hex, newId);
  const document = compileDocument({
    identity: {
      schema: 1,
      brand: { tags: ["imported", "simple-icons"] },
      personality: {},
      persona: {},
    },
    colors: { source: "imported", seed, palette },
    logos: {
      items: logos.map(({ entry }) => entry),
      rules: rulesOf(icon),
    },
    assets: [],
  });
  return { document, files: new Map(logos.map(({ entry, bytes }) => [entry.file.sha256, bytes])) };
}
