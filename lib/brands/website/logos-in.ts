import { UnsupportedFile } from "@/lib/assets";
import { inspectUpload } from "@/lib/assets/server";
import { attributeOf, elementsOf, tagsOf } from "./scan-html";
import type { WebsiteFindings } from "./website-findings";

const MAX_LOGOS = 6;
const MAX_LINKED = 6;
const MAX_LOGO_BYTES = 64 * 1024;
/** A picture of that size as text: each byte may take three characters. */
const MAX_DATA_LETTERS = 3 * MAX_LOGO_BYTES;
const IMAGES = { most: 400, length: MAX_DATA_LETTERS + 4_000 };
const MAX_ADDRESS = 300;
/** How much before a drawing is looked at for the tag that it stands in, which may call it a logo. */
const NEIGHBOURHOOD = 300;
const LOGO_WORDS = /logo|brand|wordmark/i;

interface Candidate {
  at: number;
  named: boolean;
  bytes: Buffer;
}

const tagBefore = (html: string, at: number): string => {
  const before = html.slice(Math.max(0, at - NEIGHBOURHOOD), at);
  return before.slice(before.lastIndexOf("<"));
};

/** Drawings that stand in the page themselves. */
function drawingsIn(html: string): Candidate[] {
  const elements = [...new Map(elementsOf(html, "svg").map((one) => [one.text, one])).values()];
  return elements
    .filter(({ text }) => text.length <= MAX_LOGO_BYTES)
    .map(({ text, at }) => {
      const whole = /^<svg[^>]*\sxmlns=/i.test(text)
        ? text
        : text.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
      const named = LOGO_WORDS.test(tagBefore(html, at) + text.slice(0, text.indexOf(">")));
      return { at, named, bytes: Buffer.from(whole) };
    });
}

/** The bytes of a `data:` URL of a picture; null for another address, for too much and for what cannot be decoded. */
function bytesOf(src: string): Buffer | null {
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

/** Pictures that stand in the page as `data:` URLs, and the addresses of others that are called a logo. */
function imagesIn(html: string): { pictures: Candidate[]; linked: string[] } {
  const pictures: Candidate[] = [];
  const linked = new Set<string>();
  for (const { text, at } of tagsOf(html, "img", IMAGES)) {
    const src = attributeOf(text, "src", MAX_DATA_LETTERS) ?? "";
    const isData = /^data:/i.test(src);
    const told = isData ? ["alt", "class", "id", "title"].map((name) => attributeOf(text, name)).join(" ") : text;
    const named = LOGO_WORDS.test(tagBefore(html, at) + told);
    const bytes = bytesOf(src);
    if (bytes) pictures.push({ at, named, bytes });
    else if (named && !isData && src !== "" && src.length <= MAX_ADDRESS) linked.add(src);
  }
  return { pictures, linked: [...linked].slice(0, MAX_LINKED) };
}

/** Drawings and pictures of a page, those first that are called a logo; what uploads refuse is none. Fetches nothing: says what it saw. */
export async function logosIn(html: string): Promise<Pick<WebsiteFindings, "logos" | "linked">> {
  const { pictures, linked } = imagesIn(html);
  const candidates = [...drawingsIn(html), ...pictures].toSorted(
    (one, other) => Number(other.named) - Number(one.named) || one.at - other.at,
  );
  const logos = new Map<string, WebsiteFindings["logos"][number]>();
  for (const candidate of candidates.slice(0, 2 * MAX_LOGOS)) {
    try {
      const { bytes, mime, sha256 } = await inspectUpload(candidate.bytes);
      if (mime.startsWith("image/")) logos.set(sha256, { mime, base64: bytes.toString("base64") });
    } catch (error) {
      if (!(error instanceof UnsupportedFile)) throw error;
    }
    if (logos.size === MAX_LOGOS) break;
  }
  return { logos: [...logos.values()], linked };
}
