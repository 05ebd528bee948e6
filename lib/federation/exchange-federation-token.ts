import { and, eq, isNull, sql } from "drizzle-orm";
import { brands, entitlements, memberships, sessions } from "@/db/schema";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { Unauthorized } from "@/lib/kernel/errors";
import { inForce } from "@/lib/sessions/server";
import { verifyFederationToken } from "./federation-token";

/** Who a federation token stands for, as the database has it now. */
export interface FederatedUser {
  userId: string;
  brandId: string;
  role: Role;
  /** Slugs of the tools that the brand is entitled to, in order. */
  entitlements: string[];
}

/**
 * Exchanges a federation token for its user's place in its brand, read anew from the database in one query. Not
 * single-use: children retry. Anybody may try: the token is the proof.
 * @throws Unauthorized for anything that is no valid federation token (session tokens too), and once the session is over,
 * the membership ended, the brand is archived, or it requires two steps of its members and the session is a weak one
 */
export async function exchangeFederationToken(ctx: Ctx, { token }: { token: unknown }): Promise<FederatedUser> {
  const claims = typeof token === "string" ? await verifyFederationToken(ctx, { token }) : null;
  if (!claims) throw new Unauthorized("The token is missing, expired, or not a federation token of this hub.");
  const [row] = await ctx.db
    .select({
      role: memberships.role,
      lets: sql<boolean>`${sessions.strong} or not ${brands.twoStepOfMembers}`,
      entitlements: sql<string[]>`array(select ${entitlements.toolSlug} from ${entitlements}
        where ${entitlements.brandId} = ${brands.id} order by ${entitlements.toolSlug} collate "C")`,
    })
    .from(sessions)
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(
      and(
        inForce(ctx, { sid: claims.sid, userId: claims.sub }),
        eq(memberships.brandId, claims.brand_id),
        isNull(brands.archivedAt),
      ),
    );
  if (!row) throw new Unauthorized("The session or the membership behind this token has ended.");
  if (!row.lets)
    throw new Unauthorized("The brand asks for two-step sign-in, and the session behind this token had none.");
  const { role, entitlements: slugs } = row;
  return { userId: claims.sub, brandId: claims.brand_id, role, entitlements: slugs };
}
