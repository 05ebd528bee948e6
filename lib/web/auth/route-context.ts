import { env } from "@/lib/platform/config/env";
import type { SignedInActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import type { Ctx } from "@/lib/runtime/context";
import { anonymousContext, currentSession } from "./current-user";
import { isSameOrigin } from "./request-path";

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
