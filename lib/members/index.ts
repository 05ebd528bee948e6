export type { MemberKey } from "./change-role";
export type { Invitation } from "./find-invitation";
export type { IssuedInvitation } from "./invite-member";
export type { InvitationQuery, InvitationSummary } from "./list-invitations";
export type { Member, MemberQuery } from "./list-members";
export type { MemberBrand } from "./list-memberships";
export { parseEmail } from "./parse-email";
export { may, type Permission } from "./permissions";
export type { BrandAccess } from "./require-permission";
