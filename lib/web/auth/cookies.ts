import { getDomain } from "tldts";
import {
  authenticateSessionCookie,
  DEVICE_LIFETIME_SECONDS,
  findActiveBrand,
  isMemberOfSlug,
  PENDING_SIGN_IN_LIFETIME_SECONDS,
} from "@/lib/access/server";
import { PROOF_LIFETIME_MS } from "@/lib/platform/context";
import { linkTokenHash } from "@/lib/platform/key-format";
import type { Ctx } from "@/lib/runtime/context";

export const ACTIVE_BRAND_COOKIE = "hub_active_brand";

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

interface Host {
  HUB_BASE_URL: string;
  HUB_COOKIE_DOMAIN?: string;
}

/** The parent domain shared with children, or undefined for a host-only cookie, where browsers would refuse it. */
export function cookieDomain({ HUB_BASE_URL, HUB_COOKIE_DOMAIN }: Host): string | undefined {
  const domain = HUB_COOKIE_DOMAIN?.trim().replace(/^\./, "").toLowerCase();
  if (!domain || getDomain(domain, { allowPrivateDomains: true }) === null) return undefined;
  const host = new URL(HUB_BASE_URL).hostname;
  return host === domain || host.endsWith(`.${domain}`) ? domain : undefined;
}

/**
 * A hint for children, readable by scripts, never a permission (docs/decisions/web.md, Active brand). Null clears it.
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

/** `__Host-` keeps child subdomains from setting it. */
const hostName = (name: string, baseUrl: string) =>
  baseUrl.startsWith("https:") ? `__Host-hub-${name}` : `hub-${name}`;

const hiddenCookie = (name: string, value: string, baseUrl: string) =>
  ({
    name: hostName(name, baseUrl),
    value,
    domain: undefined,
    path: "/",
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
    httpOnly: true,
  }) as const;

/** Hidden from scripts; null clears it. */
export const ownCookie = (
  name: string,
  { value, maxAge, baseUrl }: { value: string | null; maxAge: number; baseUrl: string },
) => ({ ...hiddenCookie(name, value ?? "", baseUrl), maxAge: value === null ? 0 : maxAge });

/** Signing out keeps it (docs/decisions/access.md, Failed sign-ins). */
export const deviceCookie = (token: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("device", { value: token, maxAge: DEVICE_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });

export const deviceCookieName = (baseUrl: string): string => deviceCookie("", { HUB_BASE_URL: baseUrl }).name;

/** Opens nothing alone. Null clears it. */
export const pendingSignInCookie = (token: string | null, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("half-sign-in", { value: token, maxAge: PENDING_SIGN_IN_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });

/** One per link, so that an operator can set up several tools in one browser. */
const setupLinkName = (token: string) => `hand-over-${linkTokenHash(token)?.slice(0, 12) ?? "none"}`;

export const setupLinkCookieName = (baseUrl: string, token: string): string => hostName(setupLinkName(token), baseUrl);

/** Lets this browser return to the setup page until the link ends. `Lax`, because people return from a mail or chat. */
export const setupLinkCookie = (
  { token, holder, expiresAt }: { token: string; holder: string; expiresAt: Date },
  { HUB_BASE_URL }: { HUB_BASE_URL: string },
) => ({ ...hiddenCookie(setupLinkName(token), holder, HUB_BASE_URL), expires: expiresAt });

export const reauthCookieName = (baseUrl: string): string => hostName("proof", baseUrl);

/**
 * Lives as long as the re-authentication, and is useless without the session cookie. `Strict`, because only the hub's
 * own pages need it.
 */
export const reauthCookie = (proof: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ({
    ...hiddenCookie("proof", proof, HUB_BASE_URL),
    sameSite: "strict",
    maxAge: PROOF_LIFETIME_MS / 1000,
  }) as const;

/**
 * Without Domain, so no other host receives it. `__Host-` (RFC 6265bis, 4.1.3.2) keeps child subdomains from signing
 * someone in as another user.
 */
export function sessionCookie(baseUrl: string) {
  const secure = baseUrl.startsWith("https:");
  return {
    name: secure ? "__Host-next-auth.session-token" : "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

/** Returns a slug, null to clear the cookie, or undefined to keep it. */
export async function mirrorActiveBrand(
  ctx: Ctx,
  { session: cookie, activeBrand }: { session: string | undefined; activeBrand: string | undefined },
): Promise<string | null | undefined> {
  const current = activeBrand || undefined;
  const session = cookie ? await authenticateSessionCookie(ctx, { cookie }) : null;
  if (!session) return current === undefined ? undefined : null;
  const signedIn = { ...ctx, actor: session.actor };
  const active = (await findActiveBrand(signedIn))?.slug;
  if (active === current) return undefined;
  if (current !== undefined && !(await isMemberOfSlug(signedIn, { slug: current }))) return null;
  return active ?? null;
}
