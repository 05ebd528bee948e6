import { notFound, permanentRedirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import type { PublicBrand } from "@/lib/brands";
import { findPublicBrand } from "@/lib/brands/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

/** The brand of a public page, looked up once per request and never kept: turning the page off works at once. A former slug leads on. */
export const publicBrand = cache(async (slug: string): Promise<PublicBrand> => {
  await connection();
  const brand = await findPublicBrand(await anonymousContext(), { slug });
  if (!brand) notFound();
  if (brand.slug !== slug) permanentRedirect(`/p/${brand.slug}`);
  return brand;
});
