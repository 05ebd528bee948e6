import sharp from "sharp";
import { type StoredShadowLayer, toPx } from "@/lib/content";
import { hasLogo, type Kit, logo, overline, pattern, rect } from "../../mock-ups/kit";
import type { Scene } from "../../scene";

const MAX_PIXELS = 40_000_000;
const SIDE = 900;
const JPEG = { quality: 84 };

export type Drawn = NonNullable<Awaited<ReturnType<typeof drawPicture>>>;

/** Scaled down, photographs as JPEG. Null if unreadable. */
export async function drawPicture({ mime, bytes }: { mime: string; bytes: Uint8Array }) {
  try {
    const isSvg = mime === "image/svg+xml";
    const source = sharp(Buffer.from(bytes), { limitInputPixels: MAX_PIXELS, ...(isSvg && { density: 288 }) })
      .rotate()
      .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: !isSvg });
    const packed = mime === "image/jpeg" ? source.jpeg(JPEG) : source.png();
    const { data, info } = await packed.toBuffer({ resolveWithObject: true });
    const type = mime === "image/jpeg" ? mime : "image/png";
    return { href: `data:${type};base64,${data.toString("base64")}`, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** From raw RGB. */
export async function drawPixels(pixels: Uint8Array, width: number, height: number): Promise<string> {
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

/** Pixels per shadow pixel, because print is finer than screens. */
const FINE = 2;
const FIELD = { width: 190, height: 110 };
const CARD = { x: 35, y: 26, width: 120, height: 58, radius: 8 };
/** A shadow further out doesn't reach the field. */
const FAR = 200;

const near = (px: number) => Math.max(-FAR, Math.min(FAR, px));

const rounded = (x: number, y: number, width: number, height: number, radius: number) =>
  width > 0 && height > 0
    ? `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.max(0, radius)}"/>`
    : "";

function layerSvg({ offsetX, offsetY, blur, spread, color, inset }: StoredShadowLayer, index: number): string {
  const [x, y, grow] = [near(toPx(offsetX)), near(toPx(offsetY)), near(toPx(spread))];
  const by = inset ? -grow : grow;
  const box = rounded(CARD.x + x - by, CARD.y + y - by, CARD.width + 2 * by, CARD.height + 2 * by, CARD.radius + by);
  const shape = inset
    ? `<mask id="hole${index}"><rect x="-400" y="-400" width="1000" height="1000" fill="white"/><g fill="black">${box}</g></mask>
       <g clip-path="url(#card)"><g filter="url(#blur${index})"><rect x="-300" y="-300" width="800" height="800" mask="url(#hole${index})"/></g></g>`
    : `<g filter="url(#blur${index})">${box}</g>`;
  return `<filter id="blur${index}" filterUnits="userSpaceOnUse" x="-300" y="-300" width="800" height="800"><feGaussianBlur stdDeviation="${near(toPx(blur)) / 2}"/></filter>
    <g fill="${color.hex}" opacity="${color.alpha}">${shape}</g>`;
}

/** A card on grey, since PDFs have no shadows. The first layer is on top. */
export async function drawShadow(layers: readonly StoredShadowLayer[]): Promise<string> {
  const card = rounded(CARD.x, CARD.y, CARD.width, CARD.height, CARD.radius);
  const written = layers.map(layerSvg);
  const of = (inset: boolean) => written.filter((_, index) => layers[index]?.inset === inset).toReversed();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${FIELD.width * FINE}" height="${FIELD.height * FINE}" viewBox="0 0 ${FIELD.width} ${FIELD.height}">
    <clipPath id="card">${card}</clipPath>
    <rect width="100%" height="100%" fill="#f4f4f5"/>${of(false).join("")}<g fill="#ffffff">${card}</g>${of(true).join("")}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

const WIDTH = 1684;
const HEIGHT = 1190;

export function bookCover(kit: Kit, edition: string): Scene {
  const { scheme, type, words } = kit;
  const on = scheme.primary;
  // Without a headline the name is already the title.
  const isSaidBelow = words.headline === words.name && !hasLogo(kit, on);
  const strip = { x: 0, y: HEIGHT - 240, width: WIDTH, height: 240 };
  return {
    width: WIDTH,
    height: HEIGHT,
    label: words.name,
    shapes: [
      rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, on),
      ...(isSaidBelow ? [] : logo(kit, { x: 120, y: 120, width: 620, height: 150 }, on, { fill: scheme.onPrimary })),
      ...type.fit(
        words.headline,
        { face: "display", fill: scheme.onPrimary, on, tracking: -0.03, leading: 1.05 },
        { x: 120, y: 430, width: WIDTH - 240, maxLines: 3 },
        [150, 130, 112, 96, 82, 70],
        380,
      ).shapes,
      ...overline(kit, "Brand book", { fill: scheme.onPrimary, on, size: 26 }, { x: 120, y: 350, width: 900 }).shapes,
      type.line(edition, { face: "body", size: 26, fill: scheme.onPrimary, on }, { x: 120, y: HEIGHT - 310 }),
      pattern(strip, {
        tile: 120,
        colors: [scheme.page, ...scheme.pattern.filter((hex) => hex !== on)],
        seed: `${words.name} book`,
      }),
    ],
  };
}
