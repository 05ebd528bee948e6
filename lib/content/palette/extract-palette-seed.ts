import { requirePermission } from "@/lib/access/server";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { readFile } from "../assets/file-store";
import type { Ctx } from "../context";
import { perceivedDistance, toTone } from "./oklch";

/** `share` is 0 to 1, of the opaque pixels. */
export type Swatch = { hex: string; share: number };

const FORMATS = ["png", "jpeg", "webp", "svg"];
const MAX_PIXELS = 25_000_000;
const SAMPLE_SIDE_PX = 128;
const OPAQUE_FROM = 128;
const SAME_COLOR_WITHIN = 0.08;
const MAX_SWATCHES = 8;
const MIN_SHARE = 0.01;
const CHROMATIC_FROM = 0.05;
const NEAR_BLACK_BELOW = 0.15;
const NEAR_WHITE_FROM = 0.94;
/** From this chroma, a very light colour is a bright yellow, not white. */
const VIVID_FROM = 0.1;

/**
 * Up to 8 swatches of at least 1 %, largest first. `hex` is the largest with a hue, else the largest mid grey, else the
 * largest. Flat artwork keeps its exact colours. Deterministic. SVGs must be sanitised.
 * @throws BadRequest for another or broken file, over 25 megapixels, or a fully transparent picture
 */
export async function extractPaletteSeed(bytes: Buffer): Promise<{ hex: string; swatches: Swatch[] }> {
  const colors = clusterColors(countColors(await samplePixels(bytes)));
  const first = colors[0];
  if (first === undefined) throw new BadRequest("The picture is fully transparent.");
  // Small shares are mostly mixed colours of soft edges.
  const swatches = [first, ...colors.slice(1, MAX_SWATCHES).filter(({ share }) => share >= MIN_SHARE)];
  const dominant = swatches.find(hasHue) ?? swatches.find(isMidGrey) ?? first;
  return { hex: dominant.hex, swatches };
}

/** The nearest kernel adds no mixed colours. */
async function samplePixels(bytes: Buffer): Promise<Buffer> {
  // Loaded lazily: only job processes decode pictures.
  const { default: sharp } = await import("sharp");
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await picture.metadata();
    if (!FORMATS.includes(format)) throw new BadRequest("The picture must be a PNG, JPEG, WebP or SVG.");
    return await picture
      .resize(SAMPLE_SIDE_PX, SAMPLE_SIDE_PX, { fit: "inside", kernel: "nearest", fastShrinkOnLoad: false })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer();
  } catch (cause) {
    if (cause instanceof BadRequest) throw cause;
    throw new BadRequest("The picture can't be read.", { cause });
  }
}

/** Cells of eight steps per channel, each represented by its most frequent colour. */
function countColors(pixels: Buffer): Swatch[] {
  const cells = new Map<string, Map<string, number>>();
  let opaque = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < OPAQUE_FROM) continue;
    opaque += 1;
    const channels = [...pixels.subarray(at, at + 3)];
    const hex = `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
    const cell = channels.map((channel) => channel >> 3).join();
    const colors = cells.get(cell) ?? new Map<string, number>();
    cells.set(cell, colors.set(hex, (colors.get(hex) ?? 0) + 1));
  }
  return [...cells.values()]
    .map((colors) => {
      const counted = [...colors].map(([hex, count]) => ({ hex, share: count / opaque })).sort(byShare);
      return { hex: counted[0]?.hex ?? "", share: counted.reduce((sum, { share }) => sum + share, 0) };
    })
    .sort(byShare);
}

/** Joins similar colours, so noise and soft edges don't split one. */
function clusterColors(colors: readonly Swatch[]): Swatch[] {
  const swatches: Swatch[] = [];
  for (const color of colors) {
    const like = swatches.find((swatch) => perceivedDistance(swatch.hex, color.hex) < SAME_COLOR_WITHIN);
    if (like === undefined) swatches.push({ ...color });
    else like.share += color.share;
  }
  return swatches.sort(byShare);
}

function byShare(a: Swatch, b: Swatch): number {
  return b.share - a.share || (a.hex < b.hex ? -1 : 1);
}

function hasHue({ hex }: Swatch): boolean {
  const { l, c } = toTone(hex);
  return c >= CHROMATIC_FROM && l >= NEAR_BLACK_BELOW && (l < NEAR_WHITE_FROM || c >= VIVID_FROM);
}

function isMidGrey({ hex }: Swatch): boolean {
  const { l } = toTone(hex);
  return l >= NEAR_BLACK_BELOW && l < NEAR_WHITE_FROM;
}

export type PictureSource = { bytes: Buffer } | { sha256: string };

/**
 * Stores nothing.
 * @throws Forbidden for viewers
 * @throws BadRequest if it isn't a picture or not accepted for upload
 * @throws NotFound if the brand has no such file
 */
export async function readPictureColors(
  ctx: Ctx,
  { brandId, source }: { brandId: string; source: PictureSource },
): Promise<{ hex: string; swatches: Swatch[] }> {
  await requirePermission(ctx, brandId, "edit");
  const picture =
    "bytes" in source
      ? await runJob(ctx, "inspectUpload", source.bytes)
      : await readFile(ctx, { brandId, sha256: source.sha256 });
  if (!picture) throw new NotFound("This file is no longer stored. Upload it again.");
  if (!picture.mime.startsWith("image/")) throw new BadRequest("Colours can be taken from pictures only.");
  return runJob(ctx, "extractPaletteSeed", picture.bytes);
}
