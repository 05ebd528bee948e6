import sharp from "sharp";
import { type StoredShadowLayer, toPx } from "@/lib/content";

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
