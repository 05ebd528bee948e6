import sharp from "sharp";
import { plateOf } from "@/lib/logos";
import type { KitLogo } from "./mock-ups/kit";
import type { Order } from "./order";
import type { Picture } from "./scene-to-svg";

const MOST_PIXELS = 40_000_000;
const LOGO_SIDE = 1_200;
const PHOTO_SIDE = 1_400;

const dataUrl = (mime: string, bytes: Uint8Array): string =>
  `data:${mime};base64,${Buffer.from(bytes).toString("base64")}`;

/** A drawing large enough to be printed; SVG has no pixels of its own. */
const rastered = (bytes: Buffer, isSvg: boolean) =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, ...(isSvg && { density: 288 }) }).resize({
    width: LOGO_SIDE,
    height: LOGO_SIDE,
    fit: "inside",
    withoutEnlargement: !isSvg,
  });

/** The colours of a drawing, in steps that the eye tells apart, by how much of it they cover; and the one that it stands on, if it brings that along. */
async function colorsOf(png: Buffer): Promise<Pick<KitLogo, "colors" | "plate">> {
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

interface LoadedPictures {
  logos: KitLogo[];
  marks: KitLogo[];
  photo: { name: string } | null;
  /** As SVG where they are; for screens. */
  pictures: Record<string, Picture>;
  /** In pixels all of them; for PDFs. */
  rasters: Record<string, Picture>;
}

/** The pictures of an order under names, small enough to be embedded; what cannot be read is left out. */
export async function loadPictures({ logos, photo }: Pick<Order, "logos" | "photo">): Promise<LoadedPictures> {
  const loaded: LoadedPictures = { logos: [], marks: [], photo: null, pictures: {}, rasters: {} };
  for (const [index, { mime, bytes, background, compact }] of logos.entries()) {
    try {
      const name = `logo-${index}`;
      const isSvg = mime === "image/svg+xml";
      const { data, info } = await rastered(Buffer.from(bytes), isSvg).png().toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      const raster = { href: dataUrl("image/png", data), width, height };
      loaded.rasters[name] = raster;
      loaded.pictures[name] = isSvg ? { href: dataUrl(mime, bytes), width, height } : raster;
      (compact ? loaded.marks : loaded.logos).push({ name, background, width, height, ...(await colorsOf(data)) });
    } catch {
      // A logo that cannot be drawn is one that the brand does not have here.
    }
  }
  if (photo) {
    try {
      const { data, info } = await sharp(Buffer.from(photo.bytes), { limitInputPixels: MOST_PIXELS })
        .rotate()
        .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      const picture = { href: dataUrl("image/jpeg", data), width: info.width, height: info.height };
      loaded.pictures.photo = picture;
      loaded.rasters.photo = picture;
      loaded.photo = { name: "photo" };
    } catch {
      // Without a photograph there is the pattern.
    }
  }
  return loaded;
}
