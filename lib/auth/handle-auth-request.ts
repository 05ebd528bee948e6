import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { env, shareBaseUrlWithNextAuth } from "@/lib/config/env";
import { activeBrandCookie } from "./active-brand-cookie";
import { authOptions } from "./auth-options";
import { anonymousContext } from "./current-user";

/** What the hub uses of next-auth; its own pages and the log that any browser may write to are left out. */
const ACTIONS = new Set(["csrf", "providers", "session", "signin", "callback", "signout", "error"]);

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Written by hand: Next's `cookies()` would write next-auth's own cookies anew, and loses their `Max-Age=0` in doing so. */
function setCookieHeader({ name, value, domain, path, maxAge, secure }: ReturnType<typeof activeBrandCookie>): string {
  const attributes = [
    `Path=${path}`,
    domain && `Domain=${domain}`,
    `Max-Age=${maxAge}`,
    "SameSite=Lax",
    secure && "Secure",
  ];
  return [`${name}=${value}`, ...attributes.filter(Boolean)].join("; ");
}

/** Answers a request under `/api/auth` with next-auth, on options made for this one request. */
export async function handleAuthRequest(request: NextRequest, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  if (!ACTIONS.has(nextauth[0] ?? "")) return new Response(null, { status: 404 });
  shareBaseUrlWithNextAuth();
  let activeBrand: string | null | undefined;
  const options = authOptions({
    ctx: await anonymousContext(request.headers),
    providers: env,
    userAgent: request.headers.get("user-agent"),
    setActiveBrand(slug) {
      activeBrand = slug;
    },
  });
  const response: Response = await NextAuth(request, context, options);
  response.headers.set("cache-control", "private, no-store");
  if (activeBrand !== undefined)
    response.headers.append("set-cookie", setCookieHeader(activeBrandCookie(activeBrand, env)));
  return response;
}
