import { DEVICE_LIFETIME_SECONDS } from "@/lib/account/server";

/** `__Host-` on https, as for the session's cookie: no child's subdomain can plant one. */
export const deviceCookieName = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? "__Host-hub-device" : "hub-device";

/** The cookie by which the hub knows a browser that has signed in before; signing out leaves it (docs/decisions.md, Limits). */
export function deviceCookie(token: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) {
  return {
    name: deviceCookieName(HUB_BASE_URL),
    value: token,
    domain: undefined,
    path: "/",
    sameSite: "lax",
    secure: HUB_BASE_URL.startsWith("https:"),
    httpOnly: true,
    maxAge: DEVICE_LIFETIME_SECONDS,
  } as const;
}
