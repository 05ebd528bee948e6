import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { unreadable } from "../imported-brand";
import { logosIn } from "./logos-in";
import { scanCss } from "./scan-css";
import { type ScannedPage, scanPage } from "./scan-page";
import { MAX_FOUND_COLORS, type WebsiteFindings } from "./website-findings";

const MAX_FONTS = 8;

/** Largest text of HTML and CSS that is read, in bytes. */
const MAX_WEBSITE_BYTES = 512 * 1024;

/** Parts of a title that say which page it is, and so not whose. */
const PAGE_WORDS =
  /^(?:home(?:page)?|start(?:seite|page)?|accueil|inicio|início|index|welcome|willkommen|official (?:web)?site)$/i;

/** The name that a page gives its website: said for that, or the part of its title that is not "Home". */
function nameOf({ meta, title }: ScannedPage): string | undefined {
  const said = meta.get("og:site_name") ?? meta.get("application-name") ?? meta.get("apple-mobile-web-app-title");
  const parts = (title ?? "").split(/\s[|–—·»:-]\s/).map((part) => part.trim());
  return said ?? parts.find((part) => part !== "" && !PAGE_WORDS.test(part));
}

/**
 * Reads what a website's HTML and CSS, as somebody pasted them, tell of its brand. A text without any tag is CSS. Fetches nothing and
 * stores nothing. For the process of jobs.
 * @throws BadRequest (`field: "website"`) for too much, and where nothing is found
 */
export async function readWebsite(text: string): Promise<WebsiteFindings> {
  if (Buffer.byteLength(text) > MAX_WEBSITE_BYTES)
    throw unreadable(
      `This is over ${sizeLimitText(MAX_WEBSITE_BYTES)}. Paste the part with the styles.`,
      undefined,
      "website",
    );
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
    throw unreadable("There is no colour, typeface, drawing or description in this.", undefined, "website");
  return findings;
}
