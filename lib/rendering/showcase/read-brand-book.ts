import { createHash } from "node:crypto";
import { requirePermission } from "@/lib/access/server";
import { findPublicBrand } from "@/lib/brands/server";
import { bookKey } from "@/lib/content/server";
import { reasonOf } from "@/lib/platform/describe-error";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { log } from "@/lib/platform/log";
import { cached } from "@/lib/platform/result-cache";
import { getVersion } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { documentIn } from "./document-in";
import { loadBookOrder, type PublishedBrand } from "./load-book-order";

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
