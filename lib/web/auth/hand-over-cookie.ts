import { linkTokenHash } from "@/lib/platform/link-token";

/** One for each link, so that an operator may set up several tools in one browser; `__Host-` on https, so that no child's subdomain can plant one. */
export function handOverCookieName(baseUrl: string, token: string): string {
  const name = `hub-hand-over-${linkTokenHash(token)?.slice(0, 12) ?? "none"}`;
  return baseUrl.startsWith("https:") ? `__Host-${name}` : name;
}

/**
 * The cookie by which the browser that saw a tool's credentials comes back to the set-up page, until the link ends. `Lax`, since people come
 * back to it from the mail or chat that the link stands in.
 */
export function handOverCookie(
  { token, holder, expiresAt }: { token: string; holder: string; expiresAt: Date },
  { HUB_BASE_URL }: { HUB_BASE_URL: string },
) {
  return {
    name: handOverCookieName(HUB_BASE_URL, token),
    value: holder,
    domain: undefined,
    path: "/",
    sameSite: "lax",
    secure: HUB_BASE_URL.startsWith("https:"),
    httpOnly: true,
    expires: expiresAt,
  } as const;
}
