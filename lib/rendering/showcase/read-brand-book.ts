import { requirePermission } from "@/lib/access/server";
import { findPublicBrand } from "@/lib/brands/server";
import { runJob } from "@/lib/platform/jobs/job-runner";
import { cached } from "@/lib/platform/result-cache";
import { getVersion } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { documentIn } from "./document-in";
import { loadBookOrder, type PublishedBrand } from "./load-book-order";

export interface BrandBook {
  bytes: Uint8Array;
  fileName: string;
}

/** Cached per version and language. */
async function bookOf(ctx: Ctx, published: PublishedBrand, lang: string | undefined): Promise<BrandBook> {
  const { id, slug, version } = published;
  const { document: snapshot, tag } = documentIn(published.snapshot, lang);
  const bytes = await cached(
    `book ${id} ${version} ${tag}`,
    async () => runJob(ctx, "drawBrandBook", await loadBookOrder(ctx, { ...published, snapshot })),
    ({ length }) => length,
  );
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
