export type { MemberBrand } from "@/lib/kernel/context";
export type { MemberKey } from "./change-role";
export type { Invitation } from "./invitation";
export type { IssuedInvitation } from "./invite-member";
export type { NewMember } from "./join-by-invitation";
export type { InvitationQuery, InvitationSummary } from "./list-invitations";
export type { Member, MemberQuery } from "./list-members";
export { may, PERMISSIONS, type Permission } from "./permissions";
export type { BrandAccess } from "./require-permission";
