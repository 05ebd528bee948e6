import { authenticateFederationToken, exchangeFederationToken, type FederatedUser } from "@/lib/integrations/server";
import { Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";

/**
 * Verifies and exchanges a token like the endpoint. `caller` is the tool whose credentials the request carries.
 * @throws Unauthorized
 */
export async function exchange(
  ctx: Ctx,
  { token, caller }: { token: unknown; caller?: string },
): Promise<FederatedUser> {
  const actor = typeof token === "string" ? await authenticateFederationToken(ctx, { token }) : null;
  if (!actor) throw new Unauthorized();
  const beside = caller === undefined ? undefined : ({ kind: "tool", toolSlug: caller } as const);
  return exchangeFederationToken({ ...ctx, actor: { ...actor, caller: beside } });
}
