import type { BrandAccess } from "@/lib/access";
import { env } from "@/lib/platform/config/env";
import type { SearchProps } from "../../page-query";

export interface BrandPageProps extends SearchProps {
  params: Promise<{ brand: string }>;
}

export const CUT_URLS = "Only owners and admins see full webhook URLs.";

/** URL of a version for tools, or for anyone where the brand's public page is on. */
export function versionUrl(
  { id, slug, publicPage }: Pick<BrandAccess["brand"], "id" | "slug" | "publicPage">,
  version: number | "current",
) {
  const brand = publicPage ? `p/${slug}` : `api/public/v1/brand/by-id/${id}`;
  return `${env.HUB_BASE_URL}/${brand}/versions/${version}`;
}
