/** Tells a page its own path, which Next doesn't: set by `proxy.ts` on every page request, only ever used as a path within the hub. */
export const PATH_HEADER = "x-hub-path";
