/** The slug by which the hub knows this tool. */
export const TOOL_SLUG = process.env.HUB_TOOL || "brand-studio";
