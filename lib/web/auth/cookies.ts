import { getDomain } from "tldts";
import {
  authenticateSessionCookie,
  DEVICE_LIFETIME_SECONDS,
  findActiveBrand,
  HALF_SIGN_IN_LIFETIME_SECONDS,
  isMemberOfSlug,
} from "@/lib/access/server";
import { PROOF_LIFETIME_MS } from "@/lib/platform/context";
import { linkTokenHash } from "@/lib/platform/key-format";
import type { Ctx } from "@/lib/runtime/context";

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

/** The cookie by which the hub knows a browser that has signed in before; signing out leaves it (docs/decisions.md, Limits). */
export const deviceCookie = (token: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("device", { value: token, maxAge: DEVICE_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });

export const deviceCookieName = (baseUrl: string): string => deviceCookie("", { HUB_BASE_URL: baseUrl }).name;

/** The cookie of a browser in which somebody did the first step of a sign-in; it opens nothing, and is gone with null. */
export const halfSignInCookie = (token: string | null, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("half-sign-in", { value: token, maxAge: HALF_SIGN_IN_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });

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

/** `__Host-` on https, as for the session's cookie: no child's subdomain can plant one. */
export const proofCookieName = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? "__Host-hub-proof" : "hub-proof";

/**
 * The cookie by which the hub knows the browser in which somebody has just proved who they are. It lives as long as the proof, is another with
 * each, and is no credential without the session's. `Strict`: what asks for a proof is only ever called by the hub's own pages.
 */
export function proofCookie(proof: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) {
  return {
    name: proofCookieName(HUB_BASE_URL),
    value: proof,
    domain: undefined,
    path: "/",
    sameSite: "strict",
    secure: HUB_BASE_URL.startsWith("https:"),
    httpOnly: true,
    maxAge: PROOF_LIFETIME_MS / 1000,
  } as const;
}

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

interface Cookies {
  session: string | undefined;
  activeBrand: string | undefined;
}

/**
 * What the browser's active-brand cookie has to become: a slug, null to clear it, or undefined when it is right as it is.
 * It is cleared once nobody is signed in or it names no brand of the user's any more; else it follows the active brand.
 */
export async function mirrorActiveBrand(
  ctx: Ctx,
  { session: cookie, activeBrand }: Cookies,
): Promise<string | null | undefined> {
  const held = activeBrand || undefined;
  const session = cookie ? await authenticateSessionCookie(ctx, { cookie }) : null;
  if (!session) return held === undefined ? undefined : null;
  const signedIn = { ...ctx, actor: session.actor };
  const active = (await findActiveBrand(signedIn))?.slug;
  if (active === held) return undefined;
  if (held !== undefined && !(await isMemberOfSlug(signedIn, { slug: held }))) return null;
  return active ?? null;
}
