import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { BrandAccess } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { findBrandBySlug } from "@/lib/brands/server";
import type { SignedInActor } from "@/lib/platform/context";
import { NotFound, TwoFactorRequired } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { frameContext, pageContext, requestedPath } from "./current-user";
import { twoFactorPath } from "./sign-in-page";

interface BrandPage {
  ctx: Ctx<SignedInActor>;
  access: BrandAccess;
}

const findBrandPage = cache(async (slug: string): Promise<BrandPage> => {
  const ctx = await frameContext();
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand) notFound();
  try {
    return { ctx, access: await requirePermission(ctx, brand.id, "read") };
  } catch (error) {
    if (error instanceof NotFound) notFound();
    if (error instanceof TwoFactorRequired) redirect(twoFactorPath(await requestedPath()));
    throw error;
  }
});

/** Returns the requested path after the slug, such as `/palette`. */
async function restOfPath(slug: string): Promise<string> {
  const path = await requestedPath();
  const start = `/b/${slug}`;
  return path.startsWith(`${start}/`) ? path.slice(start.length) : "";
}

/**
 * For layouts. Redirects from a former slug; unknown, archived and inaccessible brands give a 404.
 * @param rest the path after the slug, by default the requested one
 */
export async function brandFrame(slug: string, rest?: string): Promise<BrandPage> {
  const page = await findBrandPage(slug);
  const current = page.access.brand.slug;
  // Browsers cache permanent redirects, and a brand may take a former slug back.
  if (current !== slug) redirect(`/b/${current}${rest ?? (await restOfPath(slug))}`);
  return page;
}

/** For pages; spends the page budget. @throws RateLimited */
export async function brandPage(slug: string, rest?: string): Promise<BrandPage> {
  await pageContext();
  return brandFrame(slug, rest);
}
