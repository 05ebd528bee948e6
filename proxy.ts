import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { clientIp } from "@/lib/api/client-ip";
import { databaseAwayPage, tooManyPagesPage } from "@/lib/api/html-page";
import { NONCE_HEADER, pagePolicy } from "@/lib/api/page-policy";
import { env } from "@/lib/platform/config/env";
import { databaseWatch } from "@/lib/platform/database-watch";
import { RateLimited } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { log } from "@/lib/platform/log";
import { contextOf, hub } from "@/lib/runtime/hub";
import { ACTIVE_BRAND_COOKIE, activeBrandCookie, mirrorActiveBrand, sessionCookie } from "@/lib/web/auth/cookies";
import { isSameOrigin, PATH_HEADER } from "@/lib/web/auth/request-path";

/**
 * Everything that may answer with a page, including 404s. Not the API, whose throughput a proxy would cut by a
 * third, and not files.
 */
export const config = {
  matcher:
    "/((?!api/(?:public|auth|health|ready)(?:/|$)|files/[^/]+/?$|_next/|(?:mcp|metrics)$|(?:favicon\\.ico|icon\\.svg|icon-(?:192|512)\\.png|apple-touch-icon\\.png|robots\\.txt|site\\.webmanifest)$).*)",
};

const POLICY_HEADER = "content-security-policy";

/** The cookie is only a hint for children, so a failed check doesn't hold the page back. */
async function mirrored(request: NextRequest): Promise<string | null | undefined> {
  const cookies = {
    session: request.cookies.get(sessionCookie(env.HUB_BASE_URL).name)?.value,
    activeBrand: request.cookies.get(ACTIVE_BRAND_COOKIE)?.value,
  };
  if (!cookies.session && !cookies.activeBrand) return undefined;
  try {
    const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date() });
    return await mirrorActiveBrand(ctx, cookies);
  } catch (error) {
    log.warn({ err: error }, "the active-brand cookie could not be checked");
    return undefined;
  }
}

/** The only route that takes a form with a file and reads it. */
const FORM_ROUTE = "/new/brands";

/**
 * True for a form that no script of the hub sent. Next reads forms without `Next-Action` for any page, from any
 * sender, to look for an action. An `Origin` header doesn't help, because programs can send any.
 */
const isStrayForm = ({ method, headers, nextUrl }: NextRequest): boolean =>
  method === "POST" &&
  /^multipart\/form-data/i.test(headers.get("content-type") ?? "") &&
  !headers.has("next-action") &&
  !(nextUrl.pathname === FORM_ROUTE && isSameOrigin(headers, env.HUB_BASE_URL));

/** True for an action sent by a page of another host. Next refuses it too, but as a server error. */
function isForeignAction({ method, headers }: NextRequest): boolean {
  const origin = headers.get("origin");
  if (method !== "POST" || !headers.has("next-action") || origin === null) return false;
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Works without the database, such as the page about outages. */
const NEEDS_NO_DATABASE =
  /^\/(?:docs(?:\/|$)|api\.postman_collection\.json$|llms\.txt$|contract(?:\/[^/]+)?$|contract-kit\.(?:tar\.gz|tgz)$|r\/contract\.json$|\.well-known\/)/;

const isRead = ({ method }: NextRequest): boolean => method === "GET" || method === "HEAD";

/**
 * True while a page would fail because the database is down. Forms pass: they report that themselves and keep their
 * input.
 */
async function isDatabaseDown(request: NextRequest): Promise<boolean> {
  if (!isRead(request)) return false;
  const opened = await hub().catch(() => null);
  return (opened && (await databaseWatch()?.look())) ?? false;
}

/** These paths take from a budget themselves: pages of signed-in people and files of a public page. */
export const SPENDS_ITSELF = /^\/(?:(?:account|admin|archived|b|connect|new|two-step)(?:\/|$)|p\/[^/]+\/.)/;

/** The start page is a page of signed-in people, and the landing page of others. */
const spendsItself = ({ nextUrl: { pathname }, cookies }: NextRequest): boolean =>
  SPENDS_ITSELF.test(pathname) || (pathname === "/" && cookies.has(sessionCookie(env.HUB_BASE_URL).name));

/** Takes a page request from its network's budget. Returns the refusal if the budget is used up. */
async function refusedPage(request: NextRequest): Promise<Response | null> {
  if (!isRead(request) || spendsItself(request)) return null;
  const opened = await hub().catch(() => null);
  if (!opened) return null;
  const asking = { actor: { kind: "anonymous" }, now: new Date(), clientIp: clientIp(request.headers) } as const;
  try {
    await spendBudget(contextOf(opened, asking), "pages");
    return null;
  } catch (error) {
    if (error instanceof RateLimited) return tooManyPagesPage(error);
    throw error;
  }
}

/**
 * Gives each page its path and its scripts' nonce, which Next reads from the request's content policy. Also updates
 * the active-brand cookie, because only here every page's response passes and pages can't set cookies.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  if (isStrayForm(request) || isForeignAction(request))
    return new NextResponse("This form wasn't sent by a page of the hub.\n", { status: 400 });
  const isAway = await isDatabaseDown(request);
  if (isAway && !NEEDS_NO_DATABASE.test(request.nextUrl.pathname)) return databaseAwayPage();
  const refused = await refusedPage(request);
  if (refused) return refused;
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const nonce = randomBytes(16).toString("base64");
  const policy = pagePolicy(request.nextUrl.pathname, { nonce, isDevelopment: env.NODE_ENV === "development" });
  headers.set(NONCE_HEADER, nonce);
  if (policy) headers.set(POLICY_HEADER, policy);
  const response = NextResponse.next({ request: { headers } });
  if (policy) response.headers.set(POLICY_HEADER, policy);
  if (isAway || request.headers.has("next-router-prefetch")) return response;
  const slug = await mirrored(request);
  if (slug !== undefined) response.cookies.set(activeBrandCookie(slug, env));
  return response;
}
