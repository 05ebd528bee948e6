import { createHash } from "node:crypto";
import { requirePermission } from "@/lib/access/server";
import { findPublicBrand } from "@/lib/brands/server";
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
import { bookKey, readFile } from "@/lib/content/server";
import { FONT_ROLES, IMAGERY_KINDS } from "@/lib/contract";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { log, reasonOf } from "@/lib/platform/log";
import { cached } from "@/lib/platform/result-cache";
import { getVersion } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { documentIn } from "./document-in";
import { loadOrder, MAX_LOGO_BYTES, MAX_PHOTO_BYTES, outlineOrder } from "./load-order";
import type { BookExample, BookOrder } from "./order";

/** A book with more is too long to leaf through. */
const MAX_LOGOS = 24;
const MAX_PICTURES = 24;
/** Stored bytes of all example pictures. */
const MAX_PICTURES_BYTES = 48 * 1024 * 1024;

interface PublishedBrand {
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

export interface BrandBook {
  bytes: Uint8Array;
  fileName: string;
}

/** Raise it when books look different, so that the stored ones are drawn again. */
const EDITION = 1;
const DIGEST_BYTES = 32;

const digestOf = (version: number, bytes: Uint8Array): Buffer =>
  createHash("sha256").update(`${EDITION} ${version} `).update(bytes).digest();

/** Null if the stored book is damaged, or of another version or edition. */
async function findStored({ storage }: Ctx, { id, version }: PublishedBrand): Promise<Buffer | null> {
  const stored = await storage.read(bookKey(id));
  const bytes = stored?.subarray(DIGEST_BYTES);
  return stored && bytes && stored.subarray(0, DIGEST_BYTES).equals(digestOf(version, bytes)) ? bytes : null;
}

/** Replaces the previous version's book. */
async function storeBook({ storage }: Ctx, { id, version }: PublishedBrand, bytes: Uint8Array): Promise<void> {
  try {
    await storage.put(bookKey(id), Buffer.concat([digestOf(version, bytes), bytes]), "application/pdf");
  } catch (error) {
    log.warn({ reason: reasonOf(error), brandId: id }, "storing a brand book failed");
  }
}

/** Cached per version and language. The book in the main language is also stored, so it is drawn once per version. */
async function bookOf(ctx: Ctx, published: PublishedBrand, lang: string | undefined): Promise<BrandBook> {
  const { id, slug, version } = published;
  const { document: snapshot, tag } = documentIn(published.snapshot, lang);
  const draw = async () => runJob(ctx, "drawBrandBook", await loadBookOrder(ctx, { ...published, snapshot }));
  const findOrDraw = async () => {
    const stored = await findStored(ctx, published);
    if (stored) return stored;
    const drawn = await draw();
    await storeBook(ctx, published, drawn);
    return drawn;
  };
  const bytes = await cached(`book ${id} ${version} ${tag}`, tag ? draw : findOrDraw, ({ length }) => length);
  return { bytes, fileName: `${slug}-brand-book-v${version}${tag ? `-${tag}` : ""}.pdf` };
}

/**
 * For members, in the given language if the brand has texts in it.
 * @throws NotFound for non-members
 * @throws RateLimited when too many jobs wait
 */
export async function readBrandBook(
  ctx: Ctx,
  { brandId, lang }: { brandId: string; lang?: string | undefined },
): Promise<BrandBook> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { version, createdAt, snapshot } = await getVersion(ctx, { brandId, version: brand.identityVersion });
  return bookOf(ctx, { id: brandId, slug: brand.slug, version, publishedAt: createdAt, snapshot }, lang);
}

/**
 * For anyone. Null unless the public page is on.
 * @throws RateLimited when too many jobs wait
 */
export async function readPublicBrandBook(
  ctx: Ctx,
  { slug, lang }: { slug: string; lang?: string | undefined },
): Promise<BrandBook | null> {
  const published = await findPublicBrand(ctx, { slug });
  return published && bookOf(ctx, published, lang);
}
