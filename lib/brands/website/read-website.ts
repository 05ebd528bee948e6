import { UnsupportedFile } from "@/lib/assets";
import { inspectUpload } from "@/lib/assets/server";
import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { MAX_IMPORT_BYTES, unreadable } from "../imported-brand";
import { scanCss } from "./scan-css";
import { contentOf, elementsOf, inlineStyles, metaOf, plainText } from "./scan-html";
import { MAX_FOUND_COLORS, type WebsiteFindings } from "./website-findings";

const MAX_FONTS = 8;
const MAX_LOGOS = 6;
const MAX_LOGO_BYTES = 64 * 1024;
/** How much before a drawing is looked at for the tag that it stands in, which may call it a logo. */
const NEIGHBOURHOOD = 300;
const LOGO_WORDS = /logo|brand|wordmark/i;

/** Drawings that stand in the page, those first that are called a logo; what uploads refuse is none. */
async function logosIn(html: string): Promise<WebsiteFindings["logos"]> {
  const named = ({ text, at }: { text: string; at: number }) => {
    const before = html.slice(Math.max(0, at - NEIGHBOURHOOD), at);
    return LOGO_WORDS.test(before.slice(before.lastIndexOf("<")) + text.slice(0, text.indexOf(">")));
  };
  const drawings = [...new Map(elementsOf(html, "svg").map((one) => [one.text, one])).values()]
    .filter(({ text }) => text.length <= MAX_LOGO_BYTES)
    .toSorted((a, b) => Number(named(b)) - Number(named(a)));
  const logos: WebsiteFindings["logos"] = [];
  for (const { text } of drawings.slice(0, 2 * MAX_LOGOS)) {
    const whole = /^<svg[^>]*\sxmlns=/i.test(text)
      ? text
      : text.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
    try {
      const { bytes } = await inspectUpload(Buffer.from(whole));
      logos.push({ svg: bytes.toString("utf8") });
    } catch (error) {
      if (!(error instanceof UnsupportedFile)) throw error;
    }
    if (logos.length === MAX_LOGOS) break;
  }
  return logos;
}

/**
 * Reads what a website's HTML and CSS, as somebody pasted them, tell of its brand. A text without any tag is CSS. Fetches nothing and
 * stores nothing. For the process of jobs.
 * @throws BadRequest (`field: "website"`) for too much, and where nothing is found
 */
export async function readWebsite(text: string): Promise<WebsiteFindings> {
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
    throw unreadable(
      `This is over ${sizeLimitText(MAX_IMPORT_BYTES)}. Paste the part with the styles.`,
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
    logos: await logosIn(html),
  };
  if (Object.values(findings).every((found) => found === null || found.length === 0))
    throw unreadable("There is no colour, typeface, drawing or description in this.", undefined, "website");
  return findings;
}
