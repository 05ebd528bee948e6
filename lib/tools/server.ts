export { editTool } from "./edit-tool";
export { grantEntitlement, listEntitlements, revokeEntitlement } from "./entitlements";
export { findTool } from "./find-tool";
export { listEntitlementGrid } from "./list-entitlement-grid";
export { listToolBrands, listTools } from "./list-tools";
export { listBrandTools, listToolsForBrand } from "./list-tools-for-brand";
export { registerSubscription } from "./register-subscription";
export { registerTool } from "./register-tool";
