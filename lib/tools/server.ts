export { editTool } from "./edit-tool";
export { entitledTool, requireEntitledTool, type ToolStanding } from "./entitled-tool";
export { grantEntitlement, revokeEntitlement } from "./entitlements";
export { listEntitlementGrid } from "./list-entitlement-grid";
export { listToolBrands, listTools } from "./list-tools";
export { listBrandTools, listToolsForBrand } from "./list-tools-for-brand";
export { registerSubscription } from "./register-subscription";
export { findTool, registerTool } from "./register-tool";
