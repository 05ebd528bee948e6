import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx, SignedInActor } from "@/lib/kernel/context";
import { Forbidden, NotFound } from "@/lib/kernel/errors";
import { enterBrand } from "@/lib/members/server";
import { entitledTool, requireEntitledTool, type ToolStanding } from "@/lib/tools/server";
import { type MintedToken, mintFederationToken } from "./mint-federation-token";

/** A federation token for the person in front of a tool, and the one URL it may be posted to. */
export interface HandOff extends MintedToken {
  tool: { slug: string; name: string };
  brand: { id: string; name: string };
  /** The tool's registered `connect_url`, http or https. */
  connectUrl: URL;
}

function usableUrl(text: string | null): URL | null {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}

/**
 * Mints a token to hand to a tool for the signed-in user, in the brand asked for, else the active one (docs/decisions.md, Active brand).
 * The token may only go to `connectUrl`.
 * @param input.brandId a UUID
 * @throws NotFound when there is no such tool
 * @throws Forbidden when the tool is disabled or has no `connect_url`, the user is no member of the brand, or the brand is
 * not entitled to the tool
 * @throws SecondStepNeeded in a weak session, where the brand requires two steps of its members
 */
export async function handOffToTool(
  ctx: Ctx<SignedInActor>,
  input: { toolSlug: string; brandId?: string },
): Promise<HandOff> {
  const brand = await enterBrand(ctx, { brandId: input.brandId?.toLowerCase() });
  const { columns, joins } = entitledTool(input.toolSlug, brand?.id ?? null);
  const [tool] = await rowsOf<ToolStanding & { slug: string; name: string; connect_url: string | null }>(
    ctx.db,
    sql`select ${columns}, t.slug, t.name, t.connect_url from (select 1) as one ${joins}`,
  );
  if (!tool) throw new Error("a query from one row gave none");
  requireEntitledTool(tool, {
    not_registered: () => new NotFound("There is no such tool on this hub."),
    no_brand: () => new Forbidden(`You are not a member of the brand that ${tool.name} asked for.`),
    disabled: () => new Forbidden(`${tool.name} is turned off at the moment.`),
    not_entitled: () =>
      new Forbidden(`${brand?.name} does not use ${tool.name}. An owner or admin of the brand can ask for it.`),
  });
  if (!brand) throw new Error("a tool is entitled for no brand");
  const connectUrl = usableUrl(tool.connect_url);
  if (!connectUrl) throw new Forbidden(`${tool.name} has no URL registered to sign people in at.`);
  const minted = await mintFederationToken(ctx, { brandId: brand.id });
  return {
    ...minted,
    tool: { slug: tool.slug, name: tool.name },
    brand: { id: brand.id, name: brand.name },
    connectUrl,
  };
}
