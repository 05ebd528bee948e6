import {
  type BrandDocument,
  type BrandSnapshot,
  cssFamilies,
  familyAlone,
  type LogoEntry,
  languageOf,
  typefaceNames,
} from "@/lib/content";
import { MAX_LOGO_BYTES } from "./load-order";
import type { SignatureBrand } from "./mail-signature";
import { schemeOf } from "./scheme";
import { typefaceOf } from "./typefaces";
import { hostOf, siteOf } from "./words";

/** Few mail programs show SVG, and some don't show WebP. */
const MAIL_PICTURES = ["image/png", "image/jpeg"];
/** Best first. */
const VARIANTS: readonly LogoEntry["variant"][] = ["symbol", "logo_positive", "wordmark", "favicon"];
/** In pixels. */
const ROOM = { width: 160, height: 72 };

function logoOf(items: readonly LogoEntry[], publicUrl: string): SignatureBrand["logo"] {
  const [found] = items
    .filter(
      ({ variant, background, file }) =>
        VARIANTS.includes(variant) &&
        background !== "dark" &&
        MAIL_PICTURES.includes(file.mime) &&
        file.bytes <= MAX_LOGO_BYTES,
    )
    .toSorted((one, other) => VARIANTS.indexOf(one.variant) - VARIANTS.indexOf(other.variant));
  if (!found?.file.width || !found.file.height) return null;
  const { width, height } = found.file;
  const scale = Math.min(ROOM.width / width, ROOM.height / height, 1);
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { src: `${publicUrl}/logos/${found.id}`, width: pixels(width), height: pixels(height) };
}

function fontsOf({ identity, typography }: Pick<BrandDocument, "identity" | "typography">): string {
  const names = typefaceNames({ identity, typography });
  const font = typography && typefaceOf(typography, "body");
  const named = familyAlone(names.body ?? names.heading);
  const families = [named, font?.family, ...(font?.fallbacks ?? []), "Arial", "sans-serif"];
  return cssFamilies([...new Set(families.filter((family) => family !== undefined && family !== ""))] as string[]);
}

/**
 * The logo's URL works while the public page is on.
 * @param publicUrl the public page, or null while it is off
 */
export function signatureBrandOf({
  name,
  document: { identity, colors, typography },
  published,
  publicUrl,
}: {
  name: string;
  document: BrandDocument;
  published: Pick<BrandSnapshot, "logos">;
  publicUrl: string | null;
}): SignatureBrand {
  const { ink, muted, link } = schemeOf(colors.palette, "light");
  const site = siteOf(identity.brand.website);
  return {
    name,
    tagline: identity.brand.tagline?.trim() ?? "",
    language: languageOf(identity) ?? null,
    website: site && { href: site.href, host: hostOf(site) },
    fonts: fontsOf({ identity, typography }),
    colors: { ink, muted, link },
    logo: publicUrl ? logoOf(published.logos.items, publicUrl) : null,
  };
}
