export { acceptInvitation } from "./accept-invitation";
export { resendInvitation, revokeInvitation } from "./change-invitation";
export { changeRole } from "./change-role";
export { findInvitation, invitationPath } from "./invitation";
export { inviteMember } from "./invite-member";
export { joinByInvitation } from "./join-by-invitation";
export { joinByRoleClaim } from "./join-by-role-claim";
export { listInvitations } from "./list-invitations";
export { listMembers } from "./list-members";
export {
  enterBrand,
  type FoundBrands,
  findActiveBrand,
  findMemberBrand,
  isMemberOfSlug,
  listBrandsWithActive,
  listMemberships,
  proveByBrands,
  switchActiveBrand,
  type WhichBrands,
} from "./member-brands";
export { removeMember } from "./remove-member";
export { holdBrand, lockBrand, requireActive, requirePermission } from "./require-permission";
export { transferBrand } from "./transfer-brand";
