/** Set by `proxy.ts` on page requests, because Next doesn't tell a page its path. */
export const PATH_HEADER = "x-hub-path";

/**
 * False for other sites, other subdomains, and requests that don't say. Uses `Sec-Fetch-Site`, or `Origin` over plain
 * http.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === new URL(baseUrl).origin;
}
