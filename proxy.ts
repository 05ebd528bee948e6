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

/** Whatever may answer with a page, a 404 too: neither the API, whose throughput a proxy would cost a third of, nor files. */
export const config = {
  matcher:
    "/((?!api/(?:public|auth|health|ready)(?:/|$)|files/[^/]+/?$|_next/|metrics$|(?:favicon\\.ico|icon\\.svg|icon-(?:192|512)\\.png|apple-touch-icon\\.png|robots\\.txt|site\\.webmanifest)$).*)",
};

const POLICY_HEADER = "content-security-policy";

/** The cookie is a hint for children: that it could not be checked is no reason to hold a page back. */
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

/** The one route that takes a form with a file, and reads it by itself. */
const FORM_ROUTE = "/new/brands";

/**
 * True for a form that no script of the hub's pages sends. Next reads one without `Next-Action` for whichever page it names, to look for an
 * action in it, whoever sent it: what a request says of its origin is for browsers' users, and no guard against programs.
 */
const isStrayForm = ({ method, headers, nextUrl }: NextRequest): boolean =>
  method === "POST" &&
  /^multipart\/form-data/i.test(headers.get("content-type") ?? "") &&
  !headers.has("next-action") &&
  !(nextUrl.pathname === FORM_ROUTE && isSameOrigin(headers, env.HUB_BASE_URL));

/** True for an action that a page of another host sends. Next refuses it too, as a failure of the hub's. */
function isForeignAction({ method, headers }: NextRequest): boolean {
  const origin = headers.get("origin");
  if (method !== "POST" || !headers.has("next-action") || origin === null) return false;
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** What reads nothing of the database: it is there whatever becomes of that, for whoever wants to know how to meet an outage. */
const NEEDS_NO_DATABASE =
  /^\/(?:docs(?:\/|$)|api\.postman_collection\.json$|llms\.txt$|contract(?:\/[^/]+)?$|contract-kit\.(?:tar\.gz|tgz)$|r\/contract\.json$|\.well-known\/)/;

const isRead = ({ method }: NextRequest): boolean => method === "GET" || method === "HEAD";

/** True while a page would fail for want of the database. Forms are let through: they say so themselves, and keep what was typed. */
async function isDatabaseAway(request: NextRequest): Promise<boolean> {
  if (!isRead(request)) return false;
  const opened = await hub().catch(() => null);
  return (opened && (await databaseWatch()?.look())) ?? false;
}

/** What takes from a budget itself: pages of people who are signed in, and the files of a public page. */
export const SPENDS_ITSELF = /^\/(?:$|(?:account|admin|archived|b|connect|new|two-step)(?:\/|$)|p\/[^/]+\/.)/;

/** Takes the page from the budget of the network that asks for it. Gives the refusal once that is used up. */
async function refusedPage(request: NextRequest): Promise<Response | null> {
  if (!isRead(request) || SPENDS_ITSELF.test(request.nextUrl.pathname)) return null;
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
 * Tells each page its path and the nonce of its scripts, which Next takes from the policy of the request, and keeps the browser's active-brand cookie in step with memberships: this is the one place
 * that sees every page's response, and pages themselves cannot set cookies.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  if (isStrayForm(request) || isForeignAction(request))
    return new NextResponse("This form was not sent by a page of the hub.\n", { status: 400 });
  const isAway = await isDatabaseAway(request);
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
