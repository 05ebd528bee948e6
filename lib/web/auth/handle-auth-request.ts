import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { COMPANY_SIGN_IN } from "@/lib/access";
import { authenticateSessionCookie } from "@/lib/access/server";
import { env, shareBaseUrlWithNextAuth } from "@/lib/platform/config/env";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { Ctx } from "@/lib/runtime/context";
import { authOptions } from "./auth-options";
import {
  activeBrandCookie,
  deviceCookie,
  deviceCookieName,
  pendingSignInCookie,
  reauthCookie,
  sessionCookie,
} from "./cookies";
import { anonymousContext } from "./current-user";
import { csrfCookieName } from "./session-jwt";

/** Excludes next-auth's own pages, and the log that any browser could write to. */
const ACTIONS = new Set(["csrf", "providers", "session", "signin", "callback", "signout", "error"]);

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Next's `cookies()` would rewrite next-auth's cookies and drop their `Max-Age=0`. */
function setCookieHeader(
  cookie: ReturnType<typeof activeBrandCookie | typeof deviceCookie | typeof reauthCookie>,
): string {
  const { name, value, domain, path, maxAge, sameSite, secure, httpOnly } = cookie;
  const attributes = [
    `Path=${path}`,
    domain && `Domain=${domain}`,
    `Max-Age=${maxAge}`,
    sameSite === "strict" ? "SameSite=Strict" : "SameSite=Lax",
    secure && "Secure",
    httpOnly && "HttpOnly",
  ];
  return [`${name}=${value}`, ...attributes.filter(Boolean)].join("; ");
}

/** The cookie alone may be stale. */
async function isReauthenticating(ctx: Ctx, action: string, session: string | undefined): Promise<boolean> {
  return (
    action === "signin" && session !== undefined && (await authenticateSessionCookie(ctx, { cookie: session })) !== null
  );
}

export async function handleAuthRequest(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action = "", provider] = (await context.params).nextauth;
  if (!ACTIONS.has(action)) return new Response(null, { status: 404 });
  // next-auth logs any other method as an internal error.
  if (action === "callback" && provider === "credentials" && request.method !== "POST")
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  const ctx = await anonymousContext(request.headers);
  // Each one fetches the issuer's discovery document.
  if (provider === COMPANY_SIGN_IN) await spendBudget(ctx, "lookups");
  shareBaseUrlWithNextAuth();
  let activeBrand: string | null | undefined;
  let device: string | undefined;
  let proof: string | undefined;
  let pendingSignIn: string | undefined;
  let retryAfterSeconds: number | undefined;
  const session = request.cookies.get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  const options = authOptions({
    ctx,
    providers: env,
    userAgent: request.headers.get("user-agent"),
    csrfCookie: request.cookies.get(csrfCookieName(env.HUB_BASE_URL))?.value,
    session,
    reauthenticating: await isReauthenticating(ctx, action, session),
    device: request.cookies.get(deviceCookieName(env.HUB_BASE_URL))?.value ?? null,
    setActiveBrand(slug) {
      activeBrand = slug;
    },
    setDevice(token) {
      device = token;
    },
    setReauthToken(token) {
      proof = token;
    },
    setPendingSignIn(token) {
      pendingSignIn = token;
    },
    setRetryAfter(seconds) {
      retryAfterSeconds = seconds;
    },
  });
  const response: Response = await NextAuth(request, context, options);
  response.headers.set("cache-control", "private, no-store");
  if (activeBrand !== undefined)
    response.headers.append("set-cookie", setCookieHeader(activeBrandCookie(activeBrand, env)));
  if (device !== undefined) response.headers.append("set-cookie", setCookieHeader(deviceCookie(device, env)));
  if (proof !== undefined) response.headers.append("set-cookie", setCookieHeader(reauthCookie(proof, env)));
  if (pendingSignIn !== undefined)
    response.headers.append("set-cookie", setCookieHeader(pendingSignInCookie(pendingSignIn, env)));
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}
