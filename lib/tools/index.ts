export type { ToolChanges } from "./edit-tool";
export type { EntitlementKey } from "./entitlements";
export type { EntitlementGrid, GridQuery, GridRow } from "./list-entitlement-grid";
export type { AdminTool, ToolBrand, ToolBrandQuery, ToolQuery } from "./list-tools";
export type { BrandTool } from "./list-tools-for-brand";
export { EventPattern, matchesPattern } from "./matches-pattern";
export type { Tool } from "./register-tool";
export { TOOL_LIMITS } from "./tool-limits";
