import { UnsupportedFile } from "../errors";
import { detectType } from "../inspect/detect-type";
import { MAX_PIXELS } from "../inspect/limits";
import { reencodePicture } from "../inspect/reencode-picture";
import { type SvgElement, walk } from "./tree";

const DATA_URL = /^data:image\/[a-z]+;base64,/i;
const MAX_PICTURES = 16;

/**
 * Decodes and re-encodes every picture embedded in an SVG, under the rules of an upload, so that nothing rides along in
 * one. Gives what was changed. Throws `UnsupportedFile` for one that is not what it says, for over 16 of them, and for
 * over 25 megapixels in all.
 */
export async function reencodeEmbeddedPictures(root: SvgElement): Promise<string[]> {
  const embedded: { attributes: Map<string, string>; name: string; url: string }[] = [];
  walk(root, ({ attributes }) => {
    for (const [name, url] of attributes) {
      if (/^(?:xlink:)?href$/.test(name) && DATA_URL.test(url)) embedded.push({ attributes, name, url });
    }
  });
  if (embedded.length > MAX_PICTURES) {
    throw new UnsupportedFile(
      "file_invalid",
      `This SVG embeds over ${MAX_PICTURES} pictures. Upload them by themselves.`,
    );
  }
  const report = new Set<string>();
  let pixels = 0;
  for (const { attributes, name, url } of embedded) {
    const picture = await reencode(url);
    pixels += picture.width * picture.height;
    if (pixels > MAX_PIXELS) {
      throw new UnsupportedFile("file_pixels", "The pictures embedded in this SVG are over 25 megapixels in all.");
    }
    attributes.set(name, picture.url);
    for (const sentence of picture.report) report.add(`In an embedded picture: ${sentence}`);
  }
  return [...report];
}

async function reencode(url: string) {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  const { mime, animated } = await detectType(bytes);
  if (mime !== "image/png" && mime !== "image/jpeg" && mime !== "image/webp") {
    throw new UnsupportedFile("file_invalid", "This SVG embeds something that is not a PNG, JPEG or WebP picture.");
  }
  const picture = await reencodePicture(bytes, mime, animated);
  return { ...picture, url: `data:${mime};base64,${picture.bytes.toString("base64")}` };
}
