import { getDomain } from "tldts";

export const ACTIVE_BRAND_COOKIE = "hub_active_brand";

/** As long as a session lives. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

interface Host {
  HUB_BASE_URL: string;
  HUB_COOKIE_DOMAIN?: string;
}

/**
 * The parent domain that children share with the hub, or undefined for a cookie of the hub's host alone: when none is
 * configured, and for localhost, bare IPs, public suffixes and domains that the hub is not under, where browsers would
 * refuse the cookie.
 */
export function cookieDomain({ HUB_BASE_URL, HUB_COOKIE_DOMAIN }: Host): string | undefined {
  const domain = HUB_COOKIE_DOMAIN?.trim().replace(/^\./, "").toLowerCase();
  if (!domain || getDomain(domain, { allowPrivateDomains: true }) === null) return undefined;
  const host = new URL(HUB_BASE_URL).hostname;
  return host === domain || host.endsWith(`.${domain}`) ? domain : undefined;
}

/**
 * The cookie that tells children at start-up which brand is active: a slug, readable by scripts, a hint and never a
 * permission (docs/decisions.md, Active brand). With null it clears the cookie.
 */
export function activeBrandCookie(slug: string | null, host: Host) {
  return {
    name: ACTIVE_BRAND_COOKIE,
    value: slug ?? "",
    domain: cookieDomain(host),
    path: "/",
    sameSite: "lax",
    secure: host.HUB_BASE_URL.startsWith("https:"),
    httpOnly: false,
    maxAge: slug === null ? 0 : MAX_AGE_SECONDS,
  } as const;
}
