import { DOCUMENT_LIMITS } from "@/lib/content";
import { type Declaration, declarationsIn, inspectUpload, readStyles } from "@/lib/content/server";
import { UnsupportedFile } from "@/lib/platform/errors";
import { unreadable } from "../imported-brand";
import { hexOfToken, hslOfChannels } from "../read-token-color";
import { type PageImage, type ScannedPage, scanPage } from "./scan-page";
import { MAX_FOUND_COLORS, type WebsiteFindings } from "./website-findings";

const GENERIC =
  /^(?:sans-serif|serif|monospace|cursive|fantasy|system-ui|math|emoji|inherit|initial|unset|revert|ui-[\w-]+|-apple-system|blinkmacsystemfont|var\(.*)$/i;
const MAX_FAMILY = 100;
const ICONS =
  /font ?awesome|material (?:icons|symbols)|icomoon|glyphicon|dashicons|ionicons|fontello|flaticon|linearicons|lineicons|themify|typicons|octicons|codicon|remixicon|bootstrap-icons|feather|[\w-]*icons?$/i;
/** Custom properties that frameworks write into every page. */
const PRESET = /^--(?:wp--preset|bs-|tw-|mdc-|swiper-|fa-|chakra-|ant-)/;
type Tally = Map<string, number>;
const count = (tally: Tally, key: string) => tally.set(key, (tally.get(key) ?? 0) + 1);

function colorsIn({ property, value, colors }: Declaration): string[] {
  const channels = property.startsWith("--") ? hslOfChannels(value) : null;
  return (channels ? [channels] : colors.map(({ css }) => css)).flatMap((text) => hexOfToken(text) ?? []);
}

/** Null for generic families. */
function familyIn({ property, value, families }: Declaration): string | null {
  const isVariable = /^--.*font.*(?:family|sans|serif|mono|heading|body|display)/.test(property);
  const [first = ""] = isVariable ? value.split(",", 1) : families.map(({ name }) => name);
  const family = first.replace(/^\s*(["'])(.*)\1\s*$/s, "$2").trim();
  const isName = family !== "" && family.length <= MAX_FAMILY && !/[;{}()"'<>\\]/.test(family);
  return isName && !GENERIC.test(family) && !ICONS.test(family) ? family : null;
}

const mostUsed = (tally: Tally, most: number): [string, number][] =>
  [...tally].toSorted(([, a], [, b]) => b - a).slice(0, most);

/** Most used first. Those that only presets name come last. */
function scanCss(css: string, most: { colors: number; fonts: number }) {
  const colors: Tally = new Map();
  const presets: Tally = new Map();
  const fonts: Tally = new Map();
  /** Family names ignore case, so the first spelling is kept. */
  const spelt = new Map<string, string>();
  for (const declaration of declarationsIn(readStyles(css, 0))) {
    for (const hex of colorsIn(declaration)) count(PRESET.test(declaration.property) ? presets : colors, hex);
    const family = familyIn(declaration);
    if (!family) continue;
    const key = family.toLowerCase();
    spelt.set(key, spelt.get(key) ?? family);
    count(fonts, spelt.get(key) ?? family);
  }
  for (const hex of colors.keys()) presets.delete(hex);
  const used = mostUsed(colors, most.colors);
  return { colors: [...used, ...mostUsed(presets, most.colors - used.length)], fonts: mostUsed(fonts, most.fonts) };
}

const MAX_LOGOS = 6;
const MAX_LINKED = 6;
const MAX_LOGO_BYTES = 64 * 1024;
/** As text, each byte can take three characters. */
const MAX_DATA_LETTERS = 3 * MAX_LOGO_BYTES + 200;
const MAX_ADDRESS = 300;

function bytesOf(src: string): Buffer | null {
  if (src.length > MAX_DATA_LETTERS) return null;
  const comma = src.indexOf(",");
  const head = src.slice(0, Math.min(comma, 200));
  if (comma < 0 || !/^data:image\//i.test(head)) return null;
  try {
    const body = src.slice(comma + 1);
    const bytes = /;\s*base64$/i.test(head) ? Buffer.from(body, "base64") : Buffer.from(decodeURIComponent(body));
    return bytes.length > 0 && bytes.length <= MAX_LOGO_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

function bytesIn(image: PageImage): Buffer | null {
  if (image.kind === "picture") return bytesOf(image.src);
  return image.svg.length <= MAX_LOGO_BYTES ? Buffer.from(image.svg) : null;
}

function linkedIn(images: readonly PageImage[]): string[] {
  const addresses = images.flatMap((image) => (image.kind === "picture" && image.named ? [image.src] : []));
  const linked = addresses.filter((src) => !/^data:/i.test(src) && src.length <= MAX_ADDRESS);
  return [...new Set(linked)].slice(0, MAX_LINKED);
}

async function logosIn(images: readonly PageImage[]): Promise<Pick<WebsiteFindings, "logos" | "linked">> {
  const candidates = new Map<string, Buffer>();
  for (const image of images.toSorted((one, other) => Number(other.named) - Number(one.named))) {
    const bytes = bytesIn(image);
    if (bytes) candidates.set(image.kind === "picture" ? image.src : image.svg, bytes);
    if (candidates.size === 2 * MAX_LOGOS) break;
  }
  const logos = new Map<string, WebsiteFindings["logos"][number]>();
  for (const candidate of candidates.values()) {
    try {
      const { bytes, mime, sha256 } = await inspectUpload(candidate);
      if (mime.startsWith("image/")) logos.set(sha256, { mime, base64: bytes.toString("base64") });
    } catch (error) {
      if (!(error instanceof UnsupportedFile)) throw error;
    }
    if (logos.size === MAX_LOGOS) break;
  }
  return { logos: [...logos.values()], linked: linkedIn(images) };
}

const MAX_FONTS = 8;

/** Parts of a title that name the page, not the brand. */
const PAGE_WORDS =
  /^(?:home(?:page)?|start(?:seite|page)?|accueil|inicio|início|index|welcome|willkommen|official (?:web)?site)$/i;

/** From metadata, or the part of the title that isn't "Home". */
function nameOf({ meta, title }: ScannedPage): string | undefined {
  const said = meta.get("og:site_name") ?? meta.get("application-name") ?? meta.get("apple-mobile-web-app-title");
  const parts = (title ?? "").split(/\s[|–—·»:-]\s/).map((part) => part.trim());
  return said ?? parts.find((part) => part !== "" && !PAGE_WORDS.test(part));
}

/**
 * Reads text without tags as CSS. Runs as a job.
 * @throws BadRequest (`field: "website"`) when nothing is found
 */
export async function readWebsite(text: string): Promise<WebsiteFindings> {
  const page = scanPage(/<[a-z!]/i.test(text) ? text : `<style>${text}</style>`);
  const themes = ["theme-color", "msapplication-tilecolor"].map((name) => `x{color:${page.meta.get(name) ?? "none"}}`);
  const { colors, fonts } = scanCss([page.css, ...themes].join("\n"), { colors: MAX_FOUND_COLORS, fonts: MAX_FONTS });
  const name = nameOf(page);
  const description = page.meta.get("description") ?? page.meta.get("og:description");
  const findings = {
    name: name?.slice(0, DOCUMENT_LIMITS.brandName) || null,
    description: description?.slice(0, DOCUMENT_LIMITS.prose) || null,
    colors: colors.map(([hex, count]) => ({ hex, count })),
    fonts: fonts.map(([family, count]) => ({ family, count })),
    ...(await logosIn(page.images)),
  };
  if (Object.values(findings).every((found) => found === null || found.length === 0))
    throw unreadable("No colour, typeface, logo or description found.", undefined, "website");
  return findings;
}
