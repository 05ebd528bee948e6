import { UnsupportedFile } from "@/lib/platform/errors";
import type { LogoEntry } from "../document/brand-document";
import { plateOf } from "./logo-rules";
import { type DrawnLogo, type LogoColors, type PickedIcon, pickIcon, pickOnGround } from "./pick-icon";

const MAX_PIXELS = 40_000_000;
const SIDE = 1_200;
const SVG_DENSITY = 288;

/** Large enough for print. For job processes only. */
export async function rasteriseLogo(bytes: Buffer, isSvg: boolean) {
  const sharp = (await import("sharp")).default;
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, ...(isSvg && { density: SVG_DENSITY }) })
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: !isSvg })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Colours in coarse steps with their shares. */
export async function colorsOfLogo(png: Buffer): Promise<LogoColors> {
  const sharp = (await import("sharp")).default;
  const { data, info } = await sharp(png)
    .resize({ width: 64, height: 64, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hexAt = (x: number, y: number): string | null => {
    const at = (y * info.width + x) * 4;
    if ((data[at + 3] ?? 0) < 128) return null;
    const channels = [0, 1, 2].map((channel) => Math.min(255, Math.round((data[at + channel] ?? 0) / 16) * 16));
    return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  };
  const counts = new Map<string, number>();
  let all = 0;
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const hex = hexAt(x, y);
      if (!hex) continue;
      counts.set(hex, (counts.get(hex) ?? 0) + 1);
      all += 1;
    }
  return {
    colors: [...counts].map(([hex, count]) => ({ hex, share: count / all })),
    plate: plateOf(hexAt, info),
  };
}

/** The first logo represents the brand. `grounds` are background colours, best first. */
export interface IconInput {
  logos: (Pick<LogoEntry, "variant" | "background"> & { mime: string; bytes: Uint8Array })[];
  grounds: readonly string[];
  favicon: Uint8Array | null;
}

/** `hex` is the background colour. */
export type AppIcons = Awaited<ReturnType<typeof drawAppIcons>>;

const FAVICON_SIZES = [16, 32, 48];
const MAX_ICON_PIXELS = 25_000_000;
const NATIVE_DENSITY = 72;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

const MARK = 0.6;

/** The share of the icon that a mark fills, or a logo that is already an icon (`whole`). */
const ICONS: Readonly<Record<string, { px: number; mark: number; whole: number }>> = {
  "apple-touch-icon.png": { px: 180, mark: MARK, whole: 1 },
  "icon-192.png": { px: 192, mark: MARK, whole: 1 },
  "icon-512.png": { px: 512, mark: MARK, whole: 1 },
  // Launchers crop to a circle of 80 % (W3C Web App Manifest). The square inside has 56 %.
  "icon-maskable-512.png": { px: 512, mark: 0.56, whole: 0.8 },
};

function asIco(pictures: readonly { px: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { px, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(px, entry);
    head.writeUInt8(px, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

type Drawn = DrawnLogo & { bytes: Buffer };

async function drawnOf({ variant, background, mime, bytes: stored }: IconInput["logos"][number]): Promise<Drawn[]> {
  try {
    const bytes = Buffer.from(stored);
    const { png, ...measures } = await rasteriseLogo(bytes, mime === "image/svg+xml");
    return [{ variant, background, bytes, ...measures, ...(await colorsOfLogo(png)) }];
  } catch {
    // Another logo may be drawable.
    return [];
  }
}

function pickLogo(logos: readonly Drawn[], grounds: readonly string[]): PickedIcon<Drawn> {
  const found = pickIcon(logos, grounds) ?? pickOnGround(logos, grounds);
  const [logo] = logos;
  if (!logo) refuse(null);
  return found ?? { logo, ground: logo.background === "dark" ? "#000000" : "#ffffff", whole: false };
}

/** With `ground`, the square takes the picture's plate colour if it has one. */
async function drawSquare(bytes: Buffer, px: number, { share = 1, ground }: { share?: number; ground?: string } = {}) {
  const sharp = (await import("sharp")).default;
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const inner = Math.round(px * share);
  const density = format === "svg" ? Math.max(1, (NATIVE_DENSITY * inner) / Math.max(width, height)) : undefined;
  const fit = { width: inner, height: inner, fit: "contain" as const, background: CLEAR };
  const { data, info } = await sharp(bytes, { density, limitInputPixels: MAX_ICON_PIXELS })
    .autoOrient()
    .resize(fit)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hexAt = (x: number, y: number): string | null => {
    const pixel = data.subarray((y * info.width + x) * 4).subarray(0, 4);
    return pixel[3] === 255 ? `#${pixel.toString("hex", 0, 3)}` : null;
  };
  const hex = ground && (plateOf(hexAt, info) ?? ground);
  const surface = sharp({ create: { width: px, height: px, channels: 4, background: hex ?? CLEAR } });
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  const png = await surface
    .composite([{ input: data, raw, gravity: "centre" }])
    .png()
    .toBuffer();
  return { png, hex };
}

/**
 * For job processes only.
 * @throws UnsupportedFile if no logo can be drawn
 */
export async function drawAppIcons({ logos, grounds, favicon }: IconInput) {
  const drawn = (await Promise.all(logos.map(drawnOf))).flat();
  const { logo, ground, whole } = pickLogo(drawn, grounds);
  try {
    const clear = favicon ? Buffer.from(favicon) : (whole ? logo : (drawn[0] ?? logo)).bytes;
    const small = await Promise.all(FAVICON_SIZES.map(async (px) => ({ px, png: (await drawSquare(clear, px)).png })));
    const files: Record<string, Buffer> = { "favicon.ico": asIco(small) };
    let hex = ground;
    for (const [name, icon] of Object.entries(ICONS)) {
      const square = await drawSquare(logo.bytes, icon.px, { share: whole ? icon.whole : icon.mark, ground });
      files[name] = square.png;
      hex = square.hex ?? hex;
    }
    return { hex, files };
  } catch (error) {
    return refuse(error);
  }
}

function refuse(cause: unknown): never {
  throw new UnsupportedFile("file_invalid", "This picture can't be drawn as an icon.", { cause });
}
