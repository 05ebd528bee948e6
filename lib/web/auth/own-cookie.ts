/**
 * A cookie that the hub alone reads and no script sees, gone with null. `__Host-` on https, as for the session's cookie: no child's
 * subdomain can plant one.
 */
export function ownCookie(
  name: string,
  { value, maxAge, baseUrl }: { value: string | null; maxAge: number; baseUrl: string },
) {
  const secure = baseUrl.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}hub-${name}`,
    value: value ?? "",
    domain: undefined,
    path: "/",
    sameSite: "lax",
    secure,
    httpOnly: true,
    maxAge: value === null ? 0 : maxAge,
  } as const;
}
