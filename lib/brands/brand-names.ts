import { eq, inArray } from "drizzle-orm";
import { brandSlugs } from "@/db/schema";
import { DOCUMENT_LIMITS } from "@/lib/content";
import { SLUG_MAX_LENGTH, SLUG_PATTERN } from "@/lib/contract";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import { storableText } from "@/lib/platform/text";
import type { Ctx } from "./context";

/** First path segments of the hub's own pages. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(["new", "admin", "api", "account"]);

/** @throws BadRequest with `field: "slug"` for a malformed or reserved slug */
export function parseSlug(input: string): string {
  const slug = input.trim();
  if (slug.length > SLUG_MAX_LENGTH || !SLUG_PATTERN.test(slug)) {
    const message = `A slug can have lower-case letters, digits and single hyphens, at most ${SLUG_MAX_LENGTH} characters.`;
    throw new BadRequest(message, { field: "slug" });
  }
  if (RESERVED_SLUGS.has(slug)) throw new BadRequest(`The slug “${slug}” is reserved.`, { field: "slug" });
  return slug;
}

/** @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export function parseBrandName(input: string): string {
  const name = storableText(input).trim();
  if (name.length >= 1 && name.length <= DOCUMENT_LIMITS.brandName) return name;
  throw new BadRequest(`A name has 1 to ${DOCUMENT_LIMITS.brandName} characters.`, { field: "name" });
}

export interface SlugCheck {
  slug: string;
  available: boolean;
  message: string | null;
}

/**
 * Doesn't reveal which brand has the slug.
 * @throws Forbidden for anyone but a signed-in user
 */
export async function checkSlug(ctx: Ctx, { slug: input }: { slug: string }): Promise<SlugCheck> {
  requireUser(ctx);
  try {
    const slug = parseSlug(input);
    const [taken] = await ctx.db.select({ slug: brandSlugs.slug }).from(brandSlugs).where(eq(brandSlugs.slug, slug));
    return { slug, available: !taken, message: taken ? `The slug “${slug}” is taken.` : null };
  } catch (error) {
    if (error instanceof BadRequest) return { slug: input, available: false, message: error.message };
    throw error;
  }
}

const isReserved = (slug: string): boolean => {
  try {
    return parseSlug(slug) !== slug;
  } catch {
    return true;
  }
};

/** `birch`, else `birch-2` and so on. `brand` for a name without letters or digits. */
export async function suggestFreeSlug(ctx: Ctx, { name }: { name: string }): Promise<string> {
  requireUser(ctx);
  const candidates = slugCandidates(name, "brand");
  const rows = await ctx.db
    .select({ slug: brandSlugs.slug })
    .from(brandSlugs)
    .where(inArray(brandSlugs.slug, candidates));
  const taken = new Set(rows.map(({ slug }) => slug));
  return candidates.find((slug) => !taken.has(slug) && !isReserved(slug)) ?? "";
}
