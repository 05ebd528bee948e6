import {
  type BrandSnapshot,
  contrastMatrix,
  exampleText,
  IMAGERY_NAMES,
  iconText,
  identityOf,
  logoRuleText,
  ROLE_WORDS,
  type StoredExample,
  typefaceNames,
  typographyInWords,
} from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { FONT_ROLES, IMAGERY_KINDS } from "@/lib/contract";
import type { Ctx } from "../context";
import { loadOrder, MAX_LOGO_BYTES, MAX_PHOTO_BYTES, outlineOrder } from "./load-order";
import type { BookExample, BookOrder } from "./order";

/** A book with more is too long to leaf through. */
const MAX_LOGOS = 24;
const MAX_PICTURES = 24;
/** Stored bytes of all example pictures. */
const MAX_PICTURES_BYTES = 48 * 1024 * 1024;

export interface PublishedBrand {
  id: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
}

async function loadImagery(ctx: Ctx, { id: brandId, snapshot }: PublishedBrand): Promise<BookOrder["imagery"]> {
  const assets = new Map(snapshot.assets.map((asset) => [asset.id, asset]));
  let [pictures, bytes] = [0, 0];
  const gathered = async (examples: readonly StoredExample[] = []): Promise<BookExample[]> => {
    const found: BookExample[] = [];
    for (const example of examples) {
      const asset = example.asset_id ? assets.get(example.asset_id) : undefined;
      const text = exampleText(example, () => asset?.name ?? "An asset");
      const file = asset?.file;
      const hasRoom =
        file?.mime.startsWith("image/") &&
        file.bytes <= MAX_PHOTO_BYTES &&
        pictures < MAX_PICTURES &&
        bytes + file.bytes <= MAX_PICTURES_BYTES;
      const picture = file && hasRoom ? await readFile(ctx, { brandId, sha256: file.sha256 }) : null;
      if (picture) {
        pictures += 1;
        bytes += picture.bytes.length;
      }
      found.push({ text, ...(picture && { picture: { mime: picture.mime, bytes: picture.bytes } }) });
    }
    return found;
  };
  const directions: BookOrder["imagery"] = [];
  for (const kind of IMAGERY_KINDS) {
    const direction = snapshot.imagery?.[kind];
    if (!direction) continue;
    const lines = [direction.direction, iconText(direction)].filter((line): line is string => Boolean(line));
    const [dos, donts] = [await gathered(direction.dos), await gathered(direction.donts)];
    directions.push({ name: IMAGERY_NAMES[kind], lines, dos, donts });
  }
  return directions;
}

/** Skips missing files. */
export async function loadBookOrder(ctx: Ctx, published: PublishedBrand): Promise<BookOrder> {
  const { id: brandId, version, publishedAt, snapshot } = published;
  const { brand, colors, logos, typography, foundations, legal } = snapshot;
  const order = await loadOrder(ctx, {
    brandId,
    outline: outlineOrder({ ...snapshot, identity: identityOf(snapshot) }, brand.name),
  });
  const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name ?? "";
  const drawable = logos.items.filter(({ file }) => file.mime.startsWith("image/") && file.bytes <= MAX_LOGO_BYTES);
  const drawn = await Promise.all(
    drawable.slice(0, MAX_LOGOS).map(async ({ file, ...logo }) => {
      const found = await readFile(ctx, { brandId, sha256: file.sha256 });
      return found ? [{ ...logo, ...found, ruleText: logo.rule ? logoRuleText(logo.rule, nameOf) : "" }] : [];
    }),
  );
  const { fonts, styles } = typographyInWords(typography);
  const stated = typefaceNames(snapshot);
  const names = FONT_ROLES.flatMap((role) => {
    const text = stated[role];
    return text ? [{ name: `For ${ROLE_WORDS[role]}`, text }] : [];
  });
  const { source: _source, seed: _seed, palette, ...depth } = colors;
  return {
    order,
    version,
    publishedAt,
    typography: [...names, ...fonts, ...styles],
    logos: drawn.flat(),
    rules: logos.rules,
    depth,
    imagery: await loadImagery(ctx, published),
    foundations,
    legal,
    contrast: contrastMatrix(palette).map(({ foregroundId, backgroundId, ratio, required }) => ({
      foreground: nameOf(foregroundId),
      background: nameOf(backgroundId),
      ratio,
      required,
    })),
  };
}
