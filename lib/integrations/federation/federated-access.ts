import { sql } from "drizzle-orm";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { brands, entitlements, memberships, sessions, tools } from "@/db/schema";
import { ACTIVE_SESSION_CONDITION, SESSION_PARAMS, sessionParams } from "@/lib/access/server";
import type { Role, ToolStatus } from "@/lib/contract";
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

interface Row extends Pick<ActingSession, "kind" | "scopes" | "strong"> {
  brand_id: string | null;
  slug: string;
  name: string;
  version: number;
  two_steps: boolean;
  role: Role;
  entitlements: string[];
  tool_status: ToolStatus | null;
  own_credentials_only: boolean;
}

const findRow = batchedLookup<Row, typeof SESSION_PARAMS & { brand: "uuid"; tool: "text" }>(
  "federated_place",
  { ...SESSION_PARAMS, brand: "uuid", tool: "text" },
  sql`select ${sessions.kind}, ${sessions.scopes}, ${sessions.strong}, b.id as brand_id, b.slug, b.name,
    b.identity_version as version,
      b.two_step_of_members as two_steps, m.role, t.status as tool_status, t.own_credentials_only,
      array(select e.tool_slug from ${entitlements} e
        where e.brand_id = b.id order by e.tool_slug collate "C") as entitlements
    from ${sessions}
    left join ${memberships} m on m.user_id = ${sessions.userId} and m.brand_id = input.brand
    left join ${brands} b on b.id = m.brand_id and b.archived_at is null
    left join ${tools} t on t.slug = input.tool
    where ${ACTIVE_SESSION_CONDITION}`,
);

interface AccessKey {
  userId: string;
  sid: string;
  brandId: string;
  toolSlug: string | null;
}

/** The session behind a federation token and its user's access; null once the session ended. One query. */
export async function findFederatedAccess(
  ctx: Ctx,
  { brandId, toolSlug, ...session }: AccessKey,
): Promise<{ session: Pick<ActingSession, "kind" | "scopes" | "strong">; place: FederatedPlace } | null> {
  const [row] = await findRow(ctx.db, { ...sessionParams(ctx, session), brand: brandId, tool: toolSlug });
  if (!row) return null;
  const { kind, scopes, strong, brand_id, slug, name, version, role, two_steps, tool_status } = row;
  const brand = brand_id && {
    id: brand_id,
    slug,
    name,
    identityVersion: version,
    role,
    membersNeedTwoFactor: two_steps,
  };
  return {
    session: { kind, scopes, strong },
    place: {
      brand: brand || null,
      entitlements: row.entitlements,
      tool: tool_status && { status: tool_status, ownCredentialsOnly: row.own_credentials_only },
    },
  };
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
