import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { LiveSession } from "@/lib/access";
import { authenticateSessionCookie } from "@/lib/access/server";
import { clientIp } from "@/lib/api/client-ip";
import { recordCaller } from "@/lib/api/observe-request";
import { env } from "@/lib/platform/config/env";
import type { AnonymousActor, SignedInActor } from "@/lib/platform/context";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import { requestScope } from "@/lib/platform/request-scope";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, hub } from "@/lib/runtime/hub";
import { reauthCookieName, sessionCookie } from "./cookies";
import { PATH_HEADER } from "./request-path";
import { safeCallbackPath, signInPath } from "./sign-in-page";

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
