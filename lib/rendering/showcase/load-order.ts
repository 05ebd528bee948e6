import { type BrandDocument, canBeOwnIcon, type FileRef, type LogoEntry } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import type { Ctx } from "../context";
import type { Order } from "./order";
import { filesOfFaces, shownTypefaces } from "./typefaces";

/** Larger files take too long to draw. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_PHOTO_BYTES = 12 * 1024 * 1024;
const MAX_LOGOS = 4;
const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Best first. */
const WHOLE: readonly LogoEntry["variant"][] = ["logo_positive", "logo_negative", "wordmark"];
const COMPACT: readonly LogoEntry["variant"][] = ["symbol", "favicon"];
const OTHERS: readonly LogoEntry["variant"][] = ["other"];

type Wanted<Rest> = Rest & { file: FileRef };

function logosOf(items: readonly LogoEntry[]): Wanted<Pick<LogoEntry, "variant" | "background">>[] {
  return [WHOLE, COMPACT, OTHERS].flatMap((order) =>
    items
      .filter(
        (item) =>
          order.includes(item.variant) &&
          item.file.mime.startsWith("image/") &&
          item.file.bytes <= MAX_LOGO_BYTES &&
          (order !== OTHERS || canBeOwnIcon(item)),
      )
      .toSorted((one, other) => order.indexOf(one.variant) - order.indexOf(other.variant))
      .slice(0, MAX_LOGOS)
      .map(({ variant, background, file }) => ({ variant, background, file })),
  );
}

/** Equal outlines give equal drawings. */
export function outlineOrder({ identity, colors, typography, logos, assets }: BrandDocument, name: string) {
  const photo = assets.find(
    ({ kind, file }) => kind === "image" && PHOTO_TYPES.includes(file.mime) && file.bytes <= MAX_PHOTO_BYTES,
  );
  return {
    name,
    identity,
    colors: { palette: colors.palette, dark: colors.dark },
    fonts: filesOfFaces(typography),
    typefaces: shownTypefaces({ identity, typography }),
    logos: logosOf(logos.items),
    photo: photo ? { file: photo.file } : null,
  };
}
export type OrderOutline = ReturnType<typeof outlineOrder>;

/** Skips missing files. */
export async function loadOrder(
  ctx: Ctx,
  { brandId, outline }: { brandId: string; outline: OrderOutline },
): Promise<Order> {
  const bytesOf = async <Rest extends object>(wanted: Wanted<Rest>) => {
    const { file, ...rest } = wanted;
    const found = await readFile(ctx, { brandId, sha256: file.sha256 });
    return found ? [{ ...rest, mime: found.mime, bytes: found.bytes }] : [];
  };
  const [fonts, logos, photo] = await Promise.all([
    Promise.all(outline.fonts.map(bytesOf)),
    Promise.all(outline.logos.map(bytesOf)),
    outline.photo ? bytesOf(outline.photo) : [],
  ]);
  return { ...outline, fonts: fonts.flat(), logos: logos.flat(), photo: photo[0] ?? null };
}
