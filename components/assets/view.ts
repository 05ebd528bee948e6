/** How many assets stand on one page. */
export const PAGE_SIZE = 60;

/** Remembers grid or list for this browser, so that the server draws the right one at once. */
export const VIEW_COOKIE = "hub_assets_view";
