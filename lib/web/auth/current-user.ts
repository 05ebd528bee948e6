import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { BrandAccess, LiveSession } from "@/lib/access";
import { authenticateSessionCookie, requirePermission } from "@/lib/access/server";
import { clientIp } from "@/lib/api/client-ip";
import { recordCaller } from "@/lib/api/observe-request";
import { findBrandBySlug } from "@/lib/brands/server";
import { env } from "@/lib/platform/config/env";
import type { AnonymousActor, SignedInActor } from "@/lib/platform/context";
import { Forbidden, NotFound, TwoFactorRequired, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import { requestScope } from "@/lib/platform/request-scope";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, hub } from "@/lib/runtime/hub";
import { reauthCookieName, sessionCookie } from "./cookies";
import { isSameOrigin, PATH_HEADER } from "./request-path";
import { safeCallbackPath, signInPath, twoFactorPath } from "./sign-in-page";

/** Pass a route's headers; elsewhere Next provides them. */
export async function anonymousContext(sent?: Headers): Promise<Ctx<AnonymousActor>> {
  const scope = requestScope();
  if (scope) scope.reached = true;
  const ip = clientIp(sent ?? (await headers()));
  return contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date(), clientIp: ip });
}

export const currentSession = cache(async (): Promise<LiveSession | null> => {
  const sent = await cookies();
  const cookie = sent.get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  const proof = sent.get(reauthCookieName(env.HUB_BASE_URL))?.value;
  const session = cookie ? await authenticateSessionCookie(await anonymousContext(), { cookie, proof }) : null;
  if (session) recordCaller(requestScope(), session.actor);
  return session;
});

export async function requestedPath(): Promise<string> {
  return safeCallbackPath((await headers()).get(PATH_HEADER), env.HUB_BASE_URL);
}

/** Redirects to sign-in and back. */
export async function requireSession(): Promise<LiveSession> {
  const session = await currentSession();
  if (session) return session;
  redirect(signInPath(await requestedPath()));
}

export async function frameContext(): Promise<Ctx<SignedInActor>> {
  const { actor } = await requireSession();
  return { ...(await anonymousContext()), actor };
}

/** Cached, so one request spends one page. */
const spendPage = cache(async () => spendBudget(await frameContext(), "pages"));

/** Spends the page budget. @throws RateLimited */
export async function pageContext(): Promise<Ctx<SignedInActor>> {
  await spendPage();
  return frameContext();
}

/** For actions of people who aren't signed in. Spends the budget of changes. @throws RateLimited */
export async function anonymousActionContext(): Promise<Ctx<AnonymousActor>> {
  const ctx = await anonymousContext();
  await spendBudget(ctx, "changes");
  return ctx;
}

/** Spends the given budget. @throws RateLimited */
export async function actionContext(budget: UserBudget): Promise<Ctx<SignedInActor>> {
  const ctx = await frameContext();
  await spendBudget(ctx, budget);
  return ctx;
}

/**
 * For routes that the hub's scripts call; spends the given budget and refuses cross-site requests (CSRF).
 * @throws Forbidden, Unauthorized, RateLimited
 */
export async function routeContext(request: Request, budget: UserBudget): Promise<Ctx<SignedInActor>> {
  if (!isSameOrigin(request.headers, env.HUB_BASE_URL))
    throw new Forbidden("Only the hub’s own pages can use this URL.");
  const session = await currentSession();
  if (!session) throw new Unauthorized("Your session has ended. Sign in and try again.");
  const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
  await spendBudget(ctx, budget);
  return ctx;
}

interface BrandPage {
  ctx: Ctx<SignedInActor>;
  access: BrandAccess;
}

const findBrandPage = cache(async (slug: string): Promise<BrandPage> => {
  const ctx = await frameContext();
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand) notFound();
  try {
    return { ctx, access: await requirePermission(ctx, brand.id, "read") };
  } catch (error) {
    if (error instanceof NotFound) notFound();
    if (error instanceof TwoFactorRequired) redirect(twoFactorPath(await requestedPath()));
    throw error;
  }
});

/** Returns the requested path after the slug, such as `/palette`. */
async function restOfPath(slug: string): Promise<string> {
  const path = await requestedPath();
  const start = `/b/${slug}`;
  return path.startsWith(`${start}/`) ? path.slice(start.length) : "";
}

/**
 * For layouts. Redirects from a former slug; unknown, archived and inaccessible brands give a 404.
 * @param rest the path after the slug, by default the requested one
 */
export async function brandFrame(slug: string, rest?: string): Promise<BrandPage> {
  const page = await findBrandPage(slug);
  const current = page.access.brand.slug;
  // Browsers cache permanent redirects, and a brand may take a former slug back.
  if (current !== slug) redirect(`/b/${current}${rest ?? (await restOfPath(slug))}`);
  return page;
}

/** For pages; spends the page budget. @throws RateLimited */
export async function brandPage(slug: string, rest?: string): Promise<BrandPage> {
  await pageContext();
  return brandFrame(slug, rest);
}
