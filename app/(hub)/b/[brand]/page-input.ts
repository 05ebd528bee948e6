import { may } from "@/lib/access";
import type { Role } from "@/lib/contract";
import type { SearchProps } from "../../page-query";

export interface BrandPageProps extends SearchProps {
  params: Promise<{ brand: string }>;
}

/** Stands where webhook URLs are shown to those who get only their origin. */
export const CUT_URLS = "Webhook URLs are shown in full to owners and admins alone.";

/** Why this role cannot manage the brand's integrations, or null when it can. */
export const manageReason = (role: Role): string | null =>
  may(role, "manage") ? null : `Only owners and admins of this brand may do this; you are its ${role}.`;
