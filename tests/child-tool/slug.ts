/** The tool's slug in the hub. */
export const TOOL_SLUG = process.env.HUB_TOOL || "brand-studio";
