import { eq, inArray } from "drizzle-orm";
import { brandSlugs } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import { parseSlug } from "./brand-names";
import type { Ctx } from "./context";

/** A slug as it was typed; `message` says why it cannot be one, or is somebody's already. */
export interface SlugCheck {
  slug: string;
  available: boolean;
  message: string | null;
}

/** Whether a new brand could have this slug now. Says nothing about who has it. @throws Forbidden unless a user asks */
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

/** The slug that a name suggests and that is free: `birch`, else `birch-2` and so on; `brand` of a name without a letter or digit. */
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
