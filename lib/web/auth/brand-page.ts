import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { BrandAccess } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { findBrandBySlug } from "@/lib/brands/server";
import type { SignedInActor } from "@/lib/platform/context";
import { NotFound, SecondStepNeeded } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { askedPath, frameContext, pageContext } from "./current-user";
import { twoStepPath } from "./sign-in-page";

interface BrandPage {
  ctx: Ctx<SignedInActor>;
  access: BrandAccess;
}

/** Once per request, however many of its layouts and pages ask. */
const findBrandPage = cache(async (slug: string): Promise<BrandPage> => {
  const ctx = await frameContext();
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand) notFound();
  try {
    return { ctx, access: await requirePermission(ctx, brand.id, "read") };
  } catch (error) {
    if (error instanceof NotFound) notFound();
    if (error instanceof SecondStepNeeded) redirect(twoStepPath(await askedPath()));
    throw error;
  }
});

/**
 * The acting user's access to the brand in a path, for what frames its pages; looked up once per request. A former slug leads on to the
 * current one; a brand that is missing, archived or another's is a 404.
 * @param rest what follows the slug in the path, such as `/palette`
 */
export async function brandFrame(slug: string, rest = ""): Promise<BrandPage> {
  const found = await findBrandPage(slug);
  const current = found.access.brand.slug;
  // Not for ever: a brand may take a former slug back, and browsers keep permanent redirects.
  if (current !== slug) redirect(`/b/${current}${rest}`);
  return found;
}

/** The same for a page, out of the person's budget of pages. @throws RateLimited once that is used up */
export async function brandPage(slug: string, rest?: string): Promise<BrandPage> {
  await pageContext();
  return brandFrame(slug, rest);
}
