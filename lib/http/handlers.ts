import { findBrand } from "@/lib/brands/server";
import { readBundle } from "@/lib/bundles/server";
import { env } from "@/lib/config/env";
import type { OperationId, operations } from "@/lib/contract";
import { apiPdf, openApiText } from "@/lib/docs/server";
import { ingestEvents, ingestLooseEvent } from "@/lib/events/server";
import { exchangeFederationToken, mintFederationToken } from "@/lib/federation/server";
import { tick } from "@/lib/hub/tick";
import { getSnapshot } from "@/lib/identity/server";
import { Forbidden } from "@/lib/kernel/errors";
import type { MemberBrand } from "@/lib/members";
import { findActiveBrand, findMemberBrand, listBrandsWithActive, listMemberships } from "@/lib/members/server";
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

async function myBrand({ hub, caller, headers }: Input<Operations["readMyBrand"]>): Promise<MemberBrand> {
  const wanted = headers["x-brand-id"];
  if (caller.kind === "federation" && wanted && wanted !== caller.brandId) {
    throw new Forbidden("A federation token stands for its own brand only.");
  }
  const brandId = caller.kind === "federation" ? caller.brandId : wanted;
  const brand = brandId
    ? await findMemberBrand(hub.db, caller.userId, brandId)
    : await findActiveBrand(hub.db, caller.userId);
  if (!brand) throw new Forbidden(brandId ? "You are not a member of this brand." : "You are a member of no brand.");
  return brand;
}

async function runTick({ hub }: { hub: Input<Operations["dispatchTick"]>["hub"] }) {
  return tick(hub);
}

/** What each operation does: one call of the domain, its answer in the contract's names. */
export const handlers: Handlers = {
  listTools: async ({ hub, caller }) => ({ tools: await listToolsForBrand(hub.db, caller.brandId) }),

  async listBrands({ hub, caller }) {
    if (caller.kind === "session") return { brands: (await listMemberships(hub.db, caller.userId)).map(listEntry) };
    const brand = await findBrand(hub.db, caller.brandId);
    return { brands: brand ? [{ ...listEntry({ ...brand, role: "viewer" }), role: "api-key" as const }] : [] };
  },

  async listMyBrands({ hub, caller }) {
    const { brands, activeBrandId } = await listBrandsWithActive(hub.db, caller.userId);
    return { brands: brands.map(listEntry), active_brand_id: activeBrandId };
  },

  async readMyBrand(input) {
    const brand = await myBrand(input);
    const { identity } = await getSnapshot(input.hub.db, brand.id, brand.identityVersion);
    return {
      brand: { id: brand.id, slug: brand.slug, name: brand.name },
      brand_identity: identity,
      brand_identity_version: brand.identityVersion,
      brand_book: identity,
    };
  },

  async ingestLooseEvent({ hub, caller, body, now }) {
    await ingestLooseEvent(hub.db, caller, body, now);
    return { ok: true };
  },

  async mintFederationToken({ hub, caller, body, now }) {
    const minted = await mintFederationToken({ db: hub.db, now }, caller, { brandId: body.brand_id });
    return { token: minted.token, expires_at: minted.expiresAtSeconds };
  },

  async exchangeFederationToken({ hub, body, now }) {
    const context = await exchangeFederationToken(hub.db, body.token, now);
    const { userId, brandId, role, entitlements } = context;
    return { user_id: userId, brand_id: brandId, role, entitlements };
  },

  async readBundle({ hub, caller, params, query, now }) {
    const reader = {
      db: hub.db,
      cache: hub.bundles,
      now,
      baseUrl: env.HUB_BASE_URL,
      fileUrlSecrets: env.FILE_URL_SECRET,
    };
    const read = await readBundle(reader, caller.toolSlug, params.id, query.since);
    void hub.readMarks.mark(read.brandId, caller.toolSlug, read.version, now);
    return read.text === null ? { not_modified: true } : new Prepared(read.text);
  },

  async ingestEvent({ hub, caller, body, now }) {
    const [result] = await ingestEvents(hub.db, caller.toolSlug, [body], now);
    return { ok: true, deduped: result?.deduped ?? false };
  },

  async ingestEventBatch({ hub, caller, body, now }) {
    return { ok: true, results: await ingestEvents(hub.db, caller.toolSlug, body.events, now) };
  },

  dispatchTick: runTick,
  dispatchTickByCron: runTick,

  async registerSubscription({ hub, body, now, address }) {
    const actor = { kind: "system", name: "register-subscription" } as const;
    const { brand_id, tool_slug, webhook_url } = body;
    const subscription = { brandId: brand_id, toolSlug: tool_slug, webhookUrl: webhook_url };
    await registerSubscription({ db: hub.db, actor, now, address }, subscription);
    return { ok: true };
  },

  readOpenApi: () => new Prepared(openApiText(env.HUB_BASE_URL)),

  readApiPdf: async () =>
    new Prepared(await apiPdf(), {
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="brand-identity-hub-api.pdf"',
      "cache-control": "public, max-age=300",
    }),
};
