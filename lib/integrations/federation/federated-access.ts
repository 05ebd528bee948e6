import { sql } from "drizzle-orm";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { brands, entitlements, memberships, sessions, tools } from "@/db/schema";
import { ACTIVE_SESSION_CONDITION, SESSION_PARAMS, sessionParams } from "@/lib/access/server";
import {
  type ActingSession,
  type FederatedPlace,
  type FederationActor,
  type MemberBrand,
  requireStrongSession,
} from "@/lib/platform/context";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { requireEntitledTool } from "../tools/entitled-tool";

type Grant = Pick<ActingSession, "kind" | "scopes" | "strong">;

/** `brand` is null for a non-member or an archived brand. */
interface Row extends Grant, FederatedPlace {}

const findRow = batchedLookup<Row, typeof SESSION_PARAMS & { brand: "uuid"; tool: "text" }>(
  "federated_place",
  { ...SESSION_PARAMS, brand: "uuid", tool: "text" },
  sql`select ${sessions.kind}, ${sessions.scopes}, ${sessions.strong},
      case when b.id is not null then json_build_object('id', b.id, 'slug', b.slug, 'name', b.name,
        'identityVersion', b.identity_version, 'role', m.role, 'membersNeedTwoFactor', b.two_step_of_members) end as brand,
      case when t.slug is not null then json_build_object('status', t.status,
        'ownCredentialsOnly', t.own_credentials_only) end as tool,
      array(select e.tool_slug from ${entitlements} e
        where e.brand_id = b.id order by e.tool_slug collate "C") as entitlements
    from ${sessions}
    left join ${memberships} m on m.user_id = ${sessions.userId} and m.brand_id = input.brand
    left join ${brands} b on b.id = m.brand_id and b.archived_at is null
    left join ${tools} t on t.slug = input.tool
    where ${ACTIVE_SESSION_CONDITION}`,
);

/** The session behind a federation token and its user's access; null once the session ended. One query. */
export async function findFederatedAccess(
  ctx: Ctx,
  { brandId, toolSlug, ...session }: { userId: string; sid: string; brandId: string; toolSlug: string | null },
): Promise<{ session: Grant; place: FederatedPlace } | null> {
  const [row] = await findRow(ctx.db, { ...sessionParams(ctx, session), brand: brandId, tool: toolSlug });
  if (!row) return null;
  const { kind, scopes, strong, brand, entitlements, tool } = row;
  return { session: { kind, scopes, strong }, place: { brand, entitlements, tool } };
}

/**
 * Returns the brand of the acting token.
 * @throws Forbidden for a non-member, an archived brand, or a tool that is disabled or lost access
 * @throws TwoFactorRequired for a weak session, if the brand requires two-factor sign-in
 */
export function enterFederatedBrand(ctx: Ctx<FederationActor>, place: FederatedPlace): MemberBrand {
  const { toolSlug } = ctx.actor;
  const { brand, tool } = place;
  if (!brand) throw new Forbidden("You are not a member of this brand.");
  requireStrongSession(ctx, { required: brand.membersNeedTwoFactor, by: brand.name });
  if (toolSlug !== null) {
    requireEntitledTool(
      {
        tool_status: tool?.status ?? null,
        brand_id: brand.id,
        entitled: place.entitlements.includes(toolSlug),
      },
      { not_registered: () => new Forbidden("The token's tool is no longer registered.") },
    );
  }
  return brand;
}
