import type { z } from "zod";
import {
  enterBrand,
  type FoundBrands,
  listBrandsWithActive,
  proveByBrands,
  type WhichBrands,
} from "@/lib/access/server";
import type { FederationContext, OperationId, operations } from "@/lib/contract";
import {
  enterFederatedBrand,
  exchangeFederationToken,
  ingestEvents,
  ingestLooseEvent,
  listBrandsOfTool,
  mintFederationToken,
  proveByTools,
  registerSubscription,
} from "@/lib/integrations/server";
import type { Actor, MemberBrand } from "@/lib/platform/context";
import { Forbidden } from "@/lib/platform/errors";
import { after, type Soon } from "@/lib/platform/timing";
import { findChangedBundles, identityText, proveByBundle, readBundle } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { tick } from "@/lib/runtime/tick";
import { apiPdf, documentTag, openApiText } from "./docs/server";
import { type Handler, type Input, Prepared, type ProvingHandler } from "./endpoint";

type Operations = typeof operations;
type Handlers = { [Id in OperationId]: Handler<Operations[Id]> | ProvingHandler<Operations[Id]> };

const listEntry = ({ id, slug, name, identityVersion, role }: MemberBrand) => ({
  id,
  slug,
  name,
  identity_version: identityVersion,
  role,
});

/** A proof, and what it found beside the actor: kept for the handler of the same request, undefined where another proof was made. */
function keeping<Asked, Proved extends { actor: Actor }>(prove: (ctx: Ctx, asked: Asked) => Soon<Proved | null>) {
  let kept: Proved | null = null;
  return {
    prove: (ctx: Ctx, asked: Asked): Soon<Proved["actor"] | null> =>
      after(prove(ctx, asked), (proved) => {
        kept = proved;
        return proved?.actor ?? null;
      }),
    kept: () => kept ?? undefined,
  };
}

/** Proves a session by the statement that finds those of its person's brands which are asked for. */
const provingBrands = (which: WhichBrands) =>
  keeping((ctx, { token }: { token: string }) => proveByBrands(ctx, { token, which }));

/** The brand that the credential stands for, of those that it may stand for. */
async function myBrand(
  { ctx, headers }: Input<Operations["readMyBrand"]>,
  found: FoundBrands | undefined,
): Promise<Omit<MemberBrand, "role" | "twoStepOfMembers">> {
  const { actor } = ctx;
  const wanted = headers["x-brand-id"];
  if (actor.kind !== "user" && wanted && wanted !== actor.brandId) {
    throw new Forbidden(
      actor.kind === "federation"
        ? "A federation token stands for its own brand only."
        : "An API key stands for its own brand only.",
    );
  }
  if (actor.kind === "federation") return enterFederatedBrand({ ...ctx, actor }, actor.place);
  if (actor.kind === "api-key") return actor.brand;
  const brand = await enterBrand({ ...ctx, actor }, { brandId: wanted, found });
  if (!brand) throw new Forbidden(wanted ? "You are not a member of this brand." : "You are a member of no brand.");
  return brand;
}

/** A document changes with an upgrade of the hub alone. */
const FRESH_FOR_MINUTES = "public, max-age=300";

const SLUG_IGNORED = "X-Tool-Slug was ignored: no Authorization came with it";

/** What each operation does: one call of the domain, its answer in the contract's names. */
export const handlers: Handlers = {
  listTools: {
    begin() {
      const { prove, kept } = keeping(proveByTools);
      return {
        proofs: { apiKey: prove },
        handle() {
          const proved = kept();
          if (!proved) throw new Error("the tools of a key were not found with it");
          return { tools: proved.tools };
        },
      };
    },
  },

  listBrands: {
    begin() {
      const { prove, kept } = provingBrands("all");
      return {
        proofs: { session: prove },
        async handle({ ctx }) {
          const { actor } = ctx;
          if (actor.kind === "api-key") {
            const { id, slug, name, identityVersion: identity_version } = actor.brand;
            return { brands: [{ id, slug, name, identity_version, role: "api-key" as const }] };
          }
          const { brands } = await listBrandsWithActive(ctx, { found: kept()?.found });
          return { brands: brands.map(listEntry) };
        },
      };
    },
  },

  listMyBrands: {
    begin() {
      const { prove, kept } = provingBrands("all");
      return {
        proofs: { session: prove },
        async handle({ ctx }) {
          const { brands, activeBrandId } = await listBrandsWithActive(ctx, { found: kept()?.found });
          return { brands: brands.map(listEntry), active_brand_id: activeBrandId };
        },
      };
    },
  },

  readMyBrand: {
    begin({ headers }) {
      const wanted = headers["x-brand-id"];
      const { prove, kept } = provingBrands(wanted === undefined ? "active" : { brandId: wanted });
      return {
        proofs: { session: prove },
        async handle(input) {
          const { id, slug, name, identityVersion: version } = await myBrand(input, kept()?.found);
          const identity = await identityText(input.ctx, { brandId: id, version });
          return new Prepared(
            `{"brand":${JSON.stringify({ id, slug, name })},"brand_identity":${identity},"brand_identity_version":${version},"brand_book":${identity}}`,
          );
        },
      };
    },
  },

  async ingestLooseEvent({ ctx, body }) {
    await ingestLooseEvent(ctx, { event: body });
    return { ok: true };
  },

  async mintFederationToken({ ctx, body }) {
    const minted = await mintFederationToken(ctx, { brandId: body.brand_id });
    return { token: minted.token, expires_at: minted.expiresAtSeconds };
  },

  exchangeFederationToken({ ctx, headers }) {
    const { userId, brandId, role, entitlements, toolSlug } = exchangeFederationToken(ctx);
    const context: z.input<typeof FederationContext> = {
      user_id: userId,
      brand_id: brandId,
      role,
      entitlements,
      ...(toolSlug !== null && { azp: toolSlug }),
    };
    const isIgnored = headers["x-tool-slug"] !== undefined && ctx.actor.caller === undefined;
    return isIgnored ? new Prepared(JSON.stringify(context), { "x-hub-warning": SLUG_IGNORED }) : context;
  },

  readBundle: {
    begin({ params, query }) {
      const question = { brandId: params.id, since: query.since };
      const { prove, kept } = keeping((ctx, asked: { toolSlug: string; token: string }) =>
        proveByBundle(ctx, { ...asked, ...question }),
      );
      return {
        proofs: { childApp: prove },
        handle: ({ ctx }) =>
          after(readBundle(ctx, { ...question, found: kept()?.found }), ({ bytes, version, expiresAtSeconds }) =>
            // The minute stands in the tag, so that a 304 never revives a copy whose URLs are older than those sent now.
            bytes === null
              ? { not_modified: true as const }
              : new Prepared(bytes, { etag: `W/"${version}-${expiresAtSeconds / 60}"` }),
          ),
      };
    },
  },

  async listToolBrands({ ctx, query }) {
    const { entries, next } = await listBrandsOfTool(ctx, query);
    const brands = entries.map(({ identityVersion, ...brand }) => ({ ...brand, identity_version: identityVersion }));
    return { brands, next };
  },

  findChangedBundles: ({ ctx, body }) => findChangedBundles(ctx, body),

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

  readOpenApi({ ctx }) {
    const text = openApiText(ctx.baseUrl);
    return new Prepared(text, { etag: documentTag(text), "cache-control": FRESH_FOR_MINUTES });
  },

  async readApiPdf() {
    const pdf = await apiPdf();
    return new Prepared(pdf, {
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="brand-identity-hub-api.pdf"',
      etag: documentTag(pdf),
      "cache-control": FRESH_FOR_MINUTES,
    });
  },
};
