import { plateOf } from "./logo-backgrounds";
import type { LogoColors } from "./pick-icon";

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
