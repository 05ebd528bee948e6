/** The slug by which the hub knows this tool. */
export const TOOL_SLUG = process.env.CHILD_TOOL_SLUG || "brand-studio";
