export { editTool, type ToolChanges } from "./edit-tool";
export { type EntitlementKey, grantEntitlement, listEntitlements, revokeEntitlement } from "./entitlements";
export { findTool } from "./find-tool";
export { type EntitlementGrid, type GridQuery, type GridRow, listEntitlementGrid } from "./list-entitlement-grid";
export {
  type AdminTool,
  listToolBrands,
  listTools,
  type ToolBrand,
  type ToolBrandQuery,
  type ToolQuery,
} from "./list-tools";
export { type BrandTool, listBrandTools, listToolsForBrand } from "./list-tools-for-brand";
export { EventPattern, matchesPattern } from "./matches-pattern";
export { registerSubscription } from "./register-subscription";
export { registerTool, type Tool } from "./register-tool";
