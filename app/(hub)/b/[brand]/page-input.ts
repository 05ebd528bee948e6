import { ROLE_LABEL } from "@/components/members/roles";
import { can } from "@/lib/access";
import type { Role } from "@/lib/contract";
import type { SearchProps } from "../../page-query";

export interface BrandPageProps extends SearchProps {
  params: Promise<{ brand: string }>;
}

export const CUT_URLS = "Only owners and admins see full webhook URLs.";

/** Why the role can't manage the brand's integrations, or null. */
export const manageReason = (role: Role): string | null =>
  can(role, "manage") ? null : `Only owners and admins of this brand can do this. Your role: ${ROLE_LABEL[role]}.`;
