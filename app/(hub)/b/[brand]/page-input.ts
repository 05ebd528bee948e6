import type { SearchProps } from "../../page-query";

export interface BrandPageProps extends SearchProps {
  params: Promise<{ brand: string }>;
}

export const CUT_URLS = "Only owners and admins see full webhook URLs.";
