import { findBrand } from "@/lib/brands/server";
import { readBundle } from "@/lib/bundles/server";
import type { OperationId, operations } from "@/lib/contract";
import { apiPdf, openApiText } from "@/lib/docs/server";
import { ingestEvents, ingestLooseEvent } from "@/lib/events/server";
import { exchangeFederationToken, mintFederationToken } from "@/lib/federation/server";
import { tick } from "@/lib/hub/tick";
import { getSnapshot } from "@/lib/identity/server";
import { Forbidden } from "@/lib/kernel/errors";
import type { MemberBrand } from "@/lib/members";
import { enterBrand, listBrandsWithActive, listMemberships } from "@/lib/members/server";
import { listToolsForBrand, registerSubscription } from "@/lib/tools/server";
import { type Handler, type Input, Prepared } from "./endpoint";

type Operations = typeof operations;
type Handlers = { [Id in OperationId]: Handler<Operations[Id]> };

const listEntry = ({ id, slug, name, identityVersion, role }: MemberBrand) => ({
  id,
  slug,
  name,
  identity_version: identityVersion,
  role,
});

async function myBrand({ ctx, headers }: Input<Operations["readMyBrand"]>): Promise<MemberBrand> {
  const { actor } = ctx;
  const wanted = headers["x-brand-id"];
  if (actor.kind === "federation" && wanted && wanted !== actor.brandId) {
    throw new Forbidden("A federation token stands for its own brand only.");
  }
  const brandId = actor.kind === "federation" ? actor.brandId : wanted;
  const brand = await enterBrand(ctx, { brandId });
  if (!brand) throw new Forbidden(brandId ? "You are not a member of this brand." : "You are a member of no brand.");
  return brand;
}

/** What each operation does: one call of the domain, its answer in the contract's names. */
export const handlers: Handlers = {
  listTools: async ({ ctx }) => ({ tools: await listToolsForBrand(ctx, { brandId: ctx.actor.brandId }) }),

  async listBrands({ ctx }) {
    const { actor } = ctx;
    if (actor.kind === "user") return { brands: (await listMemberships(ctx)).map(listEntry) };
    const brand = await findBrand(ctx, actor);
    return { brands: brand ? [{ ...listEntry({ ...brand, role: "viewer" }), role: "api-key" as const }] : [] };
  },

  async listMyBrands({ ctx }) {
    const { brands, activeBrandId } = await listBrandsWithActive(ctx);
    return { brands: brands.map(listEntry), active_brand_id: activeBrandId };
  },

  async readMyBrand(input) {
    const brand = await myBrand(input);
    const { identity } = await getSnapshot(input.ctx, { brandId: brand.id, version: brand.identityVersion });
    return {
      brand: { id: brand.id, slug: brand.slug, name: brand.name },
      brand_identity: identity,
      brand_identity_version: brand.identityVersion,
      brand_book: identity,
    };
  },

  async ingestLooseEvent({ ctx, body }) {
    await ingestLooseEvent(ctx, { event: body });
    return { ok: true };
  },

  async mintFederationToken({ ctx, body }) {
    const minted = await mintFederationToken(ctx, { brandId: body.brand_id });
    return { token: minted.token, expires_at: minted.expiresAtSeconds };
  },

  async exchangeFederationToken({ ctx, body }) {
    const { userId, brandId, role, entitlements } = await exchangeFederationToken(ctx, { token: body.token });
    return { user_id: userId, brand_id: brandId, role, entitlements };
  },

  async readBundle({ ctx, params, query }) {
    const { text } = await readBundle(ctx, { brandId: params.id, since: query.since });
    return text === null ? { not_modified: true } : new Prepared(text);
  },

  async ingestEvent({ ctx, body }) {
    const [result] = await ingestEvents(ctx, { events: [body] });
    return { ok: true, deduped: result?.deduped ?? false };
  },

  async ingestEventBatch({ ctx, body }) {
    return { ok: true, results: await ingestEvents(ctx, { events: body.events }) };
  },

  dispatchTick: ({ ctx }) => tick(ctx),
  dispatchTickByCron: ({ ctx }) => tick(ctx),

  async registerSubscription({ ctx, body }) {
    const actor = { kind: "system", name: "register-subscription" } as const;
    const { brand_id, tool_slug, webhook_url } = body;
    const subscription = { brandId: brand_id, toolSlug: tool_slug, webhookUrl: webhook_url };
    await registerSubscription({ ...ctx, actor }, subscription);
    return { ok: true };
  },

  readOpenApi: ({ ctx }) => new Prepared(openApiText(ctx.baseUrl)),

  readApiPdf: async () =>
    new Prepared(await apiPdf(), {
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="brand-identity-hub-api.pdf"',
      "cache-control": "public, max-age=300",
    }),
};
