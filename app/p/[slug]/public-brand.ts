import { notFound, permanentRedirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import type { PublicBrand } from "@/lib/brands";
import { findPublicBrand } from "@/lib/brands/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

/** Looks up the brand once per request, uncached, so turning the page off works at once. Redirects old slugs. */
export const publicBrand = cache(async (slug: string): Promise<PublicBrand> => {
  await connection();
  const brand = await findPublicBrand(await anonymousContext(), { slug });
  if (!brand) notFound();
  if (brand.slug !== slug) permanentRedirect(`/p/${brand.slug}`);
  return brand;
});
