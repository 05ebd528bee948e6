import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { LiveSession } from "@/lib/access";
import { authenticateSessionCookie } from "@/lib/access/server";
import { clientIp } from "@/lib/api/client-ip";
import { noteCaller } from "@/lib/api/observe-request";
import { env } from "@/lib/platform/config/env";
import type { AnonymousActor, SignedInActor } from "@/lib/platform/context";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import { requestScope } from "@/lib/platform/request-scope";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, hub } from "@/lib/runtime/hub";
import { proofCookieName, sessionCookie } from "./cookies";
import { PATH_HEADER } from "./request-path";
import { safeCallbackPath, signInPath } from "./sign-in-page";

/** The context of a request by a browser in which nobody is known yet; its headers are Next's own where a route has none to give. */
export async function anonymousContext(sent?: Headers): Promise<Ctx<AnonymousActor>> {
  const scope = requestScope();
  if (scope) scope.reached = true;
  const ip = clientIp(sent ?? (await headers()));
  return contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date(), clientIp: ip });
}

/** The session of the browser that asks for a page or runs a server action, or null; looked up once per request. */
export const currentSession = cache(async (): Promise<LiveSession | null> => {
  const sent = await cookies();
  const cookie = sent.get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  const proof = sent.get(proofCookieName(env.HUB_BASE_URL))?.value;
  const session = cookie ? await authenticateSessionCookie(await anonymousContext(), { cookie, proof }) : null;
  if (session) noteCaller(requestScope(), session.actor);
  return session;
});

/** The path of the page that is asked for, within the hub. */
export async function askedPath(): Promise<string> {
  return safeCallbackPath((await headers()).get(PATH_HEADER), env.HUB_BASE_URL);
}

/** The signed-in user's session; anybody else is sent to sign in and brought back to the page they asked for. */
export async function requireSession(): Promise<LiveSession> {
  const session = await currentSession();
  if (session) return session;
  redirect(signInPath(await askedPath()));
}

/** The context of what frames pages: the signed-in user, now, from their IP. */
export async function frameContext(): Promise<Ctx<SignedInActor>> {
  const { actor } = await requireSession();
  return { ...(await anonymousContext()), actor };
}

/** Takes the page that is asked for from the person's budget, once per request. */
const spendPage = cache(async () => spendBudget(await frameContext(), "pages"));

/** The context of a page's reads, out of the person's budget of pages. @throws RateLimited once that is used up */
export async function pageContext(): Promise<Ctx<SignedInActor>> {
  await spendPage();
  return frameContext();
}

/**
 * The context of a server action's verb: the signed-in user acts, now, from their IP, out of the budget for what it costs.
 * @throws RateLimited once that is used up
 */
export async function actionContext(budget: UserBudget): Promise<Ctx<SignedInActor>> {
  const ctx = await frameContext();
  await spendBudget(ctx, budget);
  return ctx;
}
