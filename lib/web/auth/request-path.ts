/** Tells a page its own path, which Next doesn't: set by `proxy.ts` on every page request, only ever used as a path within the hub. */
export const PATH_HEADER = "x-hub-path";

/**
 * True when a browser says that a page of this very origin sent the request; false for other sites, other subdomains, and whatever
 * says nothing. `Sec-Fetch-Site` decides where the browser sends it (Fetch Metadata), else `Origin` (over plain http).
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === new URL(baseUrl).origin;
}
