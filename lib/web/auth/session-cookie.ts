/**
 * The cookie that holds the session token itself; never with a Domain, so that no other host ever gets it. Nor can another host set it:
 * with `__Host-` (RFC 6265bis, 4.1.3.2) browsers refuse one that a child's subdomain would plant to sign somebody in as somebody else.
 */
export function sessionCookie(baseUrl: string) {
  const secure = baseUrl.startsWith("https:");
  return {
    name: secure ? "__Host-next-auth.session-token" : "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}
