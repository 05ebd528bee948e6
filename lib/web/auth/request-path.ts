/**
 * Set by `proxy.ts` on page requests, because Next doesn't tell a page its path. Use it only as a path within the hub.
 */
export const PATH_HEADER = "x-hub-path";

/**
 * Whether a page of this origin sent the request. False for other sites, other subdomains, and requests that don't say.
 * Uses `Sec-Fetch-Site`, or `Origin` over plain http.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === new URL(baseUrl).origin;
}
