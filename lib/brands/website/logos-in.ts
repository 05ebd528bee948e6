import { UnsupportedFile } from "@/lib/assets";
import { inspectUpload } from "@/lib/assets/server";
import type { PageImage } from "./scan-page";
import type { WebsiteFindings } from "./website-findings";

const MAX_LOGOS = 6;
const MAX_LINKED = 6;
const MAX_LOGO_BYTES = 64 * 1024;
/** A picture of that size as text: each byte may take three characters. */
const MAX_DATA_LETTERS = 3 * MAX_LOGO_BYTES + 200;
const MAX_ADDRESS = 300;

/** The bytes of a `data:` URL of a picture; null for another address, for too much and for what cannot be decoded. */
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

/** Addresses of pictures that are called a logo, each once. */
function linkedIn(images: readonly PageImage[]): string[] {
  const addresses = images.flatMap((image) => (image.kind === "picture" && image.named ? [image.src] : []));
  const linked = addresses.filter((src) => !/^data:/i.test(src) && src.length <= MAX_ADDRESS);
  return [...new Set(linked)].slice(0, MAX_LINKED);
}

/** Drawings and pictures of a page, those first that are called a logo; what uploads refuse is none. Fetches nothing: says what it saw. */
export async function logosIn(images: readonly PageImage[]): Promise<Pick<WebsiteFindings, "logos" | "linked">> {
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
