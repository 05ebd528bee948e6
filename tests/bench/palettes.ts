import { mkdir } from "node:fs/promises";
import sharp from "sharp";
import { compileIconBrand, iconBrands } from "@/lib/brands/server";
import { contrastRatio, type PaletteEntry, readableInk } from "@/lib/content";

/**
 * `npm run bench:palettes` draws the generated palettes of sixty real brands on one sheet for review. The brands are
 * spread evenly over Simple Icons, so a release always gives the same sheet. Each card is a small page with a headline,
 * a button in the brand colour, and every other colour by role.
 */

const BRANDS = 60;
const COLUMNS = 6;
const CARD = { width: 380, height: 230, gap: 16 };
const FOLDER = "tests/.output";

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Sorts colours by hue, then greys by lightness. */
function placeOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (high - low < 0.08) return 1000 + high;
  const turn =
    high === r
      ? ((g - b) / (high - low) + 6) % 6
      : high === g
        ? (b - r) / (high - low) + 2
        : (r - g) / (high - low) + 4;
  return turn * 60;
}

function card(title: string, palette: readonly PaletteEntry[], at: number): string {
  const [x, y] = [
    (at % COLUMNS) * (CARD.width + CARD.gap) + CARD.gap,
    Math.floor(at / COLUMNS) * (CARD.height + CARD.gap) + CARD.gap,
  ];
  const of = (role: PaletteEntry["role"]) => palette.filter((entry) => entry.role === role);
  const [background, text, primary] = ["background" as const, "text" as const, "primary" as const].map(
    (role) => of(role)[0],
  );
  if (!background || !text || !primary) throw new Error(`${title} has no background, text or primary colour`);
  const others = palette.filter((entry) => entry !== background && entry !== primary);
  const inks = palette.filter(({ role }) => role === "text" || role === "background");
  const ink = inks.find(({ hex }) => contrastRatio(hex, primary.hex) >= 4.5)?.hex ?? readableInk(primary.hex);
  const width = (CARD.width - 32) / others.length;
  const swatches = others.map(({ hex, role }, index) => {
    const left = 16 + index * width;
    return `<rect x="${left}" y="124" width="${width}" height="68" fill="${hex}"/>
      <text x="${left + 4}" y="206" font-size="8" fill="${text.hex}">${role.slice(0, 9)}</text>
      <text x="${left + 4}" y="217" font-size="7" fill="${text.hex}">${hex}</text>`;
  });
  return `<g transform="translate(${x} ${y})" font-family="Geist, DejaVu Sans, sans-serif">
    <rect width="${CARD.width}" height="${CARD.height}" rx="10" fill="${background.hex}"/>
    <text x="16" y="38" font-size="20" font-weight="700" fill="${text.hex}">${escaped(title.slice(0, 30))}</text>
    <text x="16" y="60" font-size="11" fill="${text.hex}">Running text in the text colour on the page.</text>
    <rect x="16" y="74" width="150" height="36" rx="6" fill="${primary.hex}"/>
    <text x="28" y="97" font-size="12" font-weight="600" fill="${ink}">${primary.hex}</text>
    ${of("primary")[1] ? `<text x="180" y="97" font-size="12" font-weight="600" fill="${of("primary")[1]?.hex}">A link, ${of("primary")[1]?.hex}</text>` : ""}
    ${of("accent")[0] ? `<circle cx="350" cy="32" r="14" fill="${of("accent")[0]?.hex}"/>` : ""}
    ${swatches.join("")}
  </g>`;
}

const all = (await iconBrands()).toSorted((one, other) => placeOf(one.icon.hex) - placeOf(other.icon.hex));
const chosen = Array.from({ length: BRANDS }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / BRANDS)]);
const cards = chosen.flatMap((brand, index) => {
  if (!brand) return [];
  return [card(brand.icon.title, compileIconBrand(brand).document.colors.palette, index)];
});
const width = COLUMNS * (CARD.width + CARD.gap) + CARD.gap;
const height = Math.ceil(cards.length / COLUMNS) * (CARD.height + CARD.gap) + CARD.gap;
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#b8b8bc"/>${cards.join("")}</svg>`;
await mkdir(FOLDER, { recursive: true });
await sharp(Buffer.from(sheet)).png().toFile(`${FOLDER}/palettes.png`);
process.stdout.write(`${FOLDER}/palettes.png: ${cards.length} brands\n`);
