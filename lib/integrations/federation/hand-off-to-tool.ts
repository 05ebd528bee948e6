import { eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { tools } from "@/db/schema";
import { findActiveBrand, findMemberBrand } from "@/lib/access/server";
import { requireStrongSession, requireUser, type SignedInActor } from "@/lib/platform/context";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { entitledTool, requireEntitledTool, type ToolAccess } from "../tools/entitled-tool";
import { checkBrowserUrl } from "../webhooks/webhook-url-policy";
import { signFederationToken } from "./mint-federation-token";

/** Tokens and refusals are posted only to `connectUrl`. */
export interface ConnectedTool {
  slug: string;
  name: string;
  connectUrl: URL;
}

/** Only this tool can use the token. Post it only to `connectUrl`. */
export type HandOff = Awaited<ReturnType<typeof handOffToTool>>;

export class ToolTurnedOff extends Forbidden {}

/** An older configuration or the demo may have stored a URL that is refused now. */
function requireConnectUrl({ webhookPolicy }: Ctx, name: string, text: string | null): URL {
  if (text === null) throw new Forbidden(`${name} has no connect URL, so the hub can't sign people in to it.`);
  const verdict = checkBrowserUrl(text, webhookPolicy);
  if (!verdict.ok) throw new Forbidden(`${name} can't sign people in with its connect URL. ${verdict.reason}`);
  return new URL(verdict.url);
}

/**
 * Finds the tool that sent the user. `handOffToTool` checks access.
 * @throws NotFound for an unknown tool, Forbidden without a usable `connect_url`
 */
export async function findConnectedTool(
  ctx: Ctx<SignedInActor>,
  { toolSlug }: { toolSlug: string },
): Promise<ConnectedTool> {
  requireUser(ctx);
  const [tool] = await ctx.db
    .select({ name: tools.name, connectUrl: tools.connectUrl })
    .from(tools)
    .where(eq(tools.slug, toolSlug));
  if (!tool) throw new NotFound("There is no such tool on this hub.");
  return { slug: toolSlug, name: tool.name, connectUrl: requireConnectUrl(ctx, tool.name, tool.connectUrl) };
}

/**
 * Mints a token for the tool in the given brand, or the active one (docs/decisions/web.md, Active brand).
 * @param input.brandId a UUID
 * @throws NotFound for an unknown tool
 * @throws Forbidden without a usable `connect_url`, for a non-member, or if the brand lacks access; ToolTurnedOff if
 *   disabled
 * @throws TwoFactorRequired for a weak session, if the brand requires two-factor sign-in. Checked last, so that a tool
 *   learns nothing about brands it can't read
 */
export async function handOffToTool(ctx: Ctx<SignedInActor>, input: { toolSlug: string; brandId?: string }) {
  const wanted = input.brandId?.toLowerCase();
  const brand = wanted === undefined ? await findActiveBrand(ctx) : await findMemberBrand(ctx, { brandId: wanted });
  const { columns, joins } = entitledTool(input.toolSlug, brand?.id ?? null);
  const [tool] = await rowsOf<ToolAccess & { slug: string; name: string; connect_url: string | null }>(
    ctx.db,
    sql`select ${columns}, t.slug, t.name, t.connect_url from (select 1) as one ${joins}`,
  );
  if (!tool) throw new Error("the tool query returned no row");
  requireEntitledTool(tool, {
    not_registered: () => new NotFound("There is no such tool on this hub."),
    no_brand: () => new Forbidden(`You are not a member of the brand that ${tool.name} requested.`),
    disabled: () => new ToolTurnedOff(`${tool.name} is disabled at the moment.`),
    not_entitled: () =>
      new Forbidden(`${brand?.name} does not use ${tool.name}. An owner or admin of the brand can ask for it.`),
  });
  if (!brand) throw new Error("access was checked without a brand");
  requireStrongSession(ctx, { required: brand.membersNeedTwoFactor, by: brand.name });
  const connectUrl = requireConnectUrl(ctx, tool.name, tool.connect_url);
  const minted = await signFederationToken(ctx, { brand, toolSlug: tool.slug });
  return {
    ...minted,
    tool: { slug: tool.slug, name: tool.name },
    brand: { id: brand.id, name: brand.name },
    connectUrl,
  };
}
