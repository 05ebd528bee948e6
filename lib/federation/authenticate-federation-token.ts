import type { Ctx, FederationActor } from "@/lib/kernel/context";
import { isSessionLive } from "@/lib/sessions/server";
import { verifyFederationToken } from "./verify-federation-token";

/**
 * The actor that a federation token stands for, or null unless the token is valid and the session behind it still in
 * force. Whether the user is still a member of the brand is for the operation to ask. One query.
 */
export async function authenticateFederationToken(
  ctx: Ctx,
  { token }: { token: string },
): Promise<FederationActor | null> {
  const claims = await verifyFederationToken(ctx, token);
  if (!claims || !(await isSessionLive(ctx.db, { sid: claims.sid, userId: claims.sub }, ctx.now))) return null;
  return {
    kind: "federation",
    userId: claims.sub,
    brandId: claims.brand_id,
    role: claims.role,
    session: { sid: claims.sid, authTimeSeconds: claims.auth_time },
    jti: claims.jti,
  };
}
