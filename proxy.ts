import { type NextRequest, NextResponse } from "next/server";
import { ACTIVE_BRAND_COOKIE, activeBrandCookie } from "@/lib/auth/active-brand-cookie";
import { isSameOrigin } from "@/lib/auth/is-same-origin";
import { mirrorActiveBrand } from "@/lib/auth/mirror-active-brand";
import { PATH_HEADER } from "@/lib/auth/request-path";
import { sessionCookie } from "@/lib/auth/session-cookie";
import { env } from "@/lib/config/env";
import { contextOf, hub } from "@/lib/hub/hub";
import { log } from "@/lib/kernel/log";

/** Pages only: neither the API, whose throughput a proxy would cost a third of, nor files. */
export const config = { matcher: "/((?!api/|files/|_next/|.*\\.[a-z0-9]+$).*)" };

/** The cookie is a hint for children: that it could not be checked is no reason to hold a page back. */
async function mirrored(request: NextRequest): Promise<string | null | undefined> {
  const cookies = {
    sessionToken: request.cookies.get(sessionCookie(env.HUB_BASE_URL).name)?.value,
    activeBrand: request.cookies.get(ACTIVE_BRAND_COOKIE)?.value,
  };
  if (!cookies.sessionToken && !cookies.activeBrand) return undefined;
  try {
    const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date() });
    return await mirrorActiveBrand(ctx, cookies);
  } catch (error) {
    log.warn({ err: error }, "the active-brand cookie could not be checked");
    return undefined;
  }
}

/** Only scripts of the hub's own pages send forms with files; what Next makes of others is a bare 500. */
const isStrayForm = ({ method, headers }: NextRequest): boolean =>
  method === "POST" &&
  /^multipart\/form-data/i.test(headers.get("content-type") ?? "") &&
  !headers.has("next-action") &&
  !isSameOrigin(headers, env.HUB_BASE_URL);

/**
 * Tells each page its path, and keeps the browser's active-brand cookie in step with memberships: this is the one place
 * that sees every page's response, and pages themselves cannot set cookies.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (isStrayForm(request)) return new NextResponse("This form was not sent by a page of the hub.\n", { status: 400 });
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  if (request.headers.has("next-router-prefetch")) return response;
  const slug = await mirrored(request);
  if (slug !== undefined) response.cookies.set(activeBrandCookie(slug, env));
  return response;
}
