import { readFile } from "@/lib/assets/server";
import type { BrandSnapshot } from "@/lib/brand-document";
import { findPublicBrand } from "@/lib/brands/server";
import { FONT_ROLES } from "@/lib/contract";
import { getVersion } from "@/lib/identity/server";
import { runJob } from "@/lib/jobs/server";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { contrastMatrix } from "@/lib/palette";
import { identityOf, ROLE_WORDS, typographyInWords } from "@/lib/typography";
import { drawnOnce } from "./drawing-cache";
import { gatherOrder, MAX_LOGO_BYTES, outlineOrder } from "./gather-order";
import { type BookOrder, packOrder } from "./order";

/** More are not drawn: a book is for people to leaf through. */
const MOST_LOGOS = 24;

/** A brand book, and how its file is called. */
export interface BrandBook {
  bytes: Uint8Array;
  fileName: string;
}

interface Published {
  id: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
}

async function bookOrderOf(ctx: Ctx, { id: brandId, version, publishedAt, snapshot }: Published): Promise<BookOrder> {
  const { brand, colors, logos, typography } = snapshot;
  const order = await gatherOrder(ctx, {
    brandId,
    outline: outlineOrder({ ...snapshot, identity: identityOf(snapshot) }, brand.name),
  });
  const drawable = logos.items.filter(({ file }) => file.mime.startsWith("image/") && file.bytes <= MAX_LOGO_BYTES);
  const drawn = await Promise.all(
    drawable.slice(0, MOST_LOGOS).map(async ({ file, ...logo }) => {
      const found = await readFile(ctx, { brandId, sha256: file.sha256 });
      return found ? [{ ...logo, ...found }] : [];
    }),
  );
  const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name ?? "";
  const { fonts, styles } = typographyInWords(typography);
  const names = FONT_ROLES.flatMap((role) => {
    const text = order.identity.brand.typography?.[role];
    return text ? [{ name: `For ${ROLE_WORDS[role]}`, text }] : [];
  });
  return {
    order,
    version,
    publishedAt,
    typography: [...names, ...fonts, ...styles],
    logos: drawn.flat(),
    rules: logos.rules,
    contrast: contrastMatrix(colors.palette).map(({ foregroundId, backgroundId, ratio, required }) => ({
      foreground: nameOf(foregroundId),
      background: nameOf(backgroundId),
      ratio,
      required,
    })),
  };
}

/** Made once for each version, which never changes. */
async function bookOf(ctx: Ctx, published: Published): Promise<BrandBook> {
  const { id, slug, version } = published;
  const bytes = await drawnOnce(
    `book ${id} ${version}`,
    async () => runJob(ctx, "drawBrandBook", packOrder(await bookOrderOf(ctx, published))),
    ({ length }) => length,
  );
  return { bytes, fileName: `${slug}-brand-book-v${version}.pdf` };
}

/**
 * The published version of a brand as a book in PDF, for its members, viewers too.
 * @throws NotFound for non-members
 * @throws RateLimited when too much waits to be drawn
 */
export async function readBrandBook(ctx: Ctx, { brandId }: { brandId: string }): Promise<BrandBook> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { version, createdAt, snapshot } = await getVersion(ctx, { brandId, version: brand.identityVersion });
  return bookOf(ctx, {
    id: brandId,
    slug: brand.slug,
    version,
    publishedAt: createdAt,
    snapshot,
  });
}

/** The same for anybody, while the brand's public page is on; else null. @throws RateLimited when too much waits to be drawn */
export async function readPublicBrandBook(ctx: Ctx, { slug }: { slug: string }): Promise<BrandBook | null> {
  const published = await findPublicBrand(ctx, { slug });
  return published && bookOf(ctx, published);
}
