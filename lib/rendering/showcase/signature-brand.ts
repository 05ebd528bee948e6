import {
  type BrandDocument,
  type BrandSnapshot,
  cssFamilies,
  familyAlone,
  type LogoEntry,
  languageOf,
  typefaceNames,
} from "@/lib/content";
import { MAX_LOGO_BYTES } from "./gather-order";
import type { SignatureBrand } from "./mail-signature";
import { schemeOf } from "./scheme";
import { typefaceOf } from "./typefaces";
import { hostOf, siteOf } from "./words";

/** What mail programs show: few of them SVG, and not all of them WebP. */
const MAIL_PICTURES = ["image/png", "image/jpeg"];
/** What suits a signature best, first. */
const VARIANTS: readonly LogoEntry["variant"][] = ["symbol", "logo_positive", "wordmark", "favicon"];
/** The room for a logo, in pixels. */
const ROOM = { width: 160, height: 72 };

/** The published logo for light grounds that mails can show, no larger than there is room for. */
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

/** The brand's family for running text, what it falls back to, and what every mail program has. */
function fontsOf({ identity, typography }: Pick<BrandDocument, "identity" | "typography">): string {
  const names = typefaceNames({ identity, typography });
  const font = typography && typefaceOf(typography, "body");
  const named = familyAlone(names.body ?? names.heading);
  const families = [named, font?.family, ...(font?.fallbacks ?? []), "Arial", "sans-serif"];
  return cssFamilies([...new Set(families.filter((family) => family !== undefined && family !== ""))] as string[]);
}

/**
 * What a brand's e-mail signature is made of, as a document has it. The logo is a published one, by the address of the public page, which mails
 * can show for as long as that is on.
 * @param publicUrl the public page's; null while it is off
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
