import { env } from "@/lib/platform/config/env";
import type { SignedInActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import type { Ctx } from "@/lib/runtime/context";
import { anonymousContext, currentSession } from "./current-user";
import { isSameOrigin } from "./request-path";

/**
 * The context of a route that the hub's own pages call from a script, such as an upload: the signed-in user acts, now, from their
 * IP, out of the budget for what it costs. Another site's page cannot make a browser call it (CSRF).
 * @throws Forbidden when the request does not come from a page of the hub
 * @throws Unauthorized when nobody is signed in
 * @throws RateLimited once the budget is used up
 */
export async function routeContext(request: Request, budget: UserBudget): Promise<Ctx<SignedInActor>> {
  if (!isSameOrigin(request.headers, env.HUB_BASE_URL)) throw new Forbidden("This URL is for the hub's own pages.");
  const session = await currentSession();
  if (!session) throw new Unauthorized("Your session has ended. Sign in again, then repeat this.");
  const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
  await spendBudget(ctx, budget);
  return ctx;
}
