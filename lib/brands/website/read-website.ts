import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { unreadable } from "../imported-brand";
import { logosIn } from "./logos-in";
import { scanCss } from "./scan-css";
import { contentOf, elementsOf, inlineStyles, metaOf, plainText } from "./scan-html";
import { MAX_FOUND_COLORS, type WebsiteFindings } from "./website-findings";

const MAX_FONTS = 8;

/** Largest text of HTML and CSS that is read, in bytes. */
const MAX_WEBSITE_BYTES = 512 * 1024;

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
  const html = /<[a-z!]/i.test(text) ? text : `<style>${text}</style>`;
  const sheets = elementsOf(html, "style").map(({ text: element }) => contentOf(element));
  const { colors, fonts } = scanCss([...sheets, inlineStyles(html)].join("\n"), {
    colors: MAX_FOUND_COLORS,
    fonts: MAX_FONTS,
  });
  const meta = metaOf(html);
  const [title] = elementsOf(html, "title");
  const name =
    meta.get("og:site_name") ?? (title ? plainText(contentOf(title.text)).split(/\s[|–—-]\s/, 1)[0] : undefined);
  const description = meta.get("description") ?? meta.get("og:description");
  const findings = {
    name: name?.slice(0, DOCUMENT_LIMITS.brandName) || null,
    description: description?.slice(0, DOCUMENT_LIMITS.prose) || null,
    colors: colors.map(([hex, count]) => ({ hex, count })),
    fonts: fonts.map(([family, count]) => ({ family, count })),
    ...(await logosIn(html)),
  };
  if (Object.values(findings).every((found) => found === null || found.length === 0))
    throw unreadable("There is no colour, typeface, drawing or description in this.", undefined, "website");
  return findings;
}
