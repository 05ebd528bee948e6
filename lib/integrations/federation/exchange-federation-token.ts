import type { Role } from "@/lib/contract";
import type { FederationActor, MemberBrand } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { enterFederatedBrand } from "./federated-place";

/** Who a federation token stands for, as the database has it now. */
export interface FederatedUser {
  userId: string;
  brandId: string;
  role: Role;
  /** Slugs of the tools that the brand is entitled to, in order. */
  entitlements: string[];
  /** The tool that the token was minted for; null where it was for none in particular. */
  toolSlug: string | null;
}

/** What has ended behind a token makes it worth nothing: 401, where others are told that they may not. */
function enterOrEnd(ctx: Ctx<FederationActor>): MemberBrand {
  try {
    return enterFederatedBrand(ctx, ctx.actor.place);
  } catch (error) {
    if (error instanceof Forbidden) throw new Unauthorized(error.message, { cause: error });
    throw error;
  }
}

/** Guarantees that a token which was minted for a tool is not taken by another. @throws Unauthorized */
function requireItsTool({ actor: { toolSlug, caller, place } }: Ctx<FederationActor>): void {
  if (toolSlug === null) return;
  if (caller !== undefined && caller.toolSlug !== toolSlug)
    throw new Unauthorized("The token was minted for another tool.");
  if (caller === undefined && place.tool?.ownCredentialsOnly)
    throw new Unauthorized("The tool of this token exchanges it with its own child app token and X-Tool-Slug alone.");
}

/**
 * Exchanges the acting federation token for its user's place in its brand, as it was read with the token. Not single-use: children retry.
 * @throws Unauthorized for the token of another tool, or without the tool's credentials where it asks for them; and once the membership ended, the
 * brand is archived, its tool is disabled or not the brand's any more, or it requires two steps of its members and the session is a weak one
 */
export function exchangeFederationToken(ctx: Ctx<FederationActor>): FederatedUser {
  requireItsTool(ctx);
  const { id: brandId, role } = enterOrEnd(ctx);
  const { userId, place, toolSlug } = ctx.actor;
  return { userId, brandId, role, entitlements: place.entitlements, toolSlug };
}
