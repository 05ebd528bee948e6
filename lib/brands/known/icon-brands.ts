import type { SimpleIcon } from "simple-icons";
import type { BrandDocument } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { suggestSlug } from "@/lib/platform/suggest-slug";
import { compileDocument } from "@/lib/publishing/server";
import { RESERVED_SLUGS } from "../brand-names";
import { drawIconLogos } from "./icon-logos";
import { knownPalette } from "./known-palette";

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
