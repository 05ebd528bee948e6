import type { z } from "zod";
import {
  CONTEXT_TOKENS,
  type FederationContext,
  MAX_VERSIONS_LISTED,
  type OperationId,
  type operations,
} from "@/lib/contract";
import {
  exchangeFederationToken,
  ingestEvents,
  ingestLooseEvent,
  listBrandsOfTool,
  listDeliveriesOfTool,
  mintFederationToken,
  registerSubscription,
} from "@/lib/integrations/server";
import {
  checkContent,
  findChangedBundles,
  findCurrentVersion,
  findVersion,
  listPublishedVersions,
  requireVersionReader,
} from "@/lib/publishing/server";
import { findContext, findFormat } from "@/lib/rendering/server";
import { tick } from "@/lib/runtime/tick";
import { apiPdf, documentTag, openApiText } from "./docs/server";
import { contextResponse, formatResponse, redirectTo } from "./download";
import type { Handler, ProvingHandler } from "./endpoint";
import { RawResponse } from "./hot-path/answer";
import { provingHandlers } from "./hot-path/proving-handlers";
import { asSarif } from "./sarif";

type Operations = typeof operations;
type Handlers = { [Id in OperationId]: Handler<Operations[Id]> | ProvingHandler<Operations[Id]> };

/** A document changes only with a new release. */
const FRESH_FOR_MINUTES = "public, max-age=300";

/** The same bytes under the same address, for callers who can read the brand. */
const FOR_EVER = "private, immutable, max-age=31536000";

const SARIF = "application/sarif+json";

const SLUG_IGNORED = "X-Tool-Slug was ignored: it was sent without Authorization";

export const handlers: Handlers = {
  ...provingHandlers,

  async ingestLooseEvent({ ctx, body }) {
    await ingestLooseEvent(ctx, { event: body });
    return { ok: true };
  },

  async mintFederationToken({ ctx, body }) {
    const minted = await mintFederationToken(ctx, { brandId: body.brand_id });
    return { token: minted.token, expires_at: minted.expiresAtSeconds };
  },

  async exchangeFederationToken({ ctx, headers }) {
    const { userId, brandId, role, entitlements, toolSlug } = exchangeFederationToken(ctx);
    const context: z.input<typeof FederationContext> = {
      user_id: userId,
      brand_id: brandId,
      role,
      entitlements,
      ...(toolSlug !== null && { azp: toolSlug }),
    };
    const isIgnored = headers["x-tool-slug"] !== undefined && ctx.actor.caller === undefined;
    return isIgnored ? new RawResponse(JSON.stringify(context), { "x-hub-warning": SLUG_IGNORED }) : context;
  },

  async listVersions({ ctx, params, query }) {
    const brandId = await requireVersionReader(ctx, { brandId: params.id });
    const { after = 0, limit = MAX_VERSIONS_LISTED } = query;
    const listed = await listPublishedVersions(ctx, { brandId, after, limit });
    return {
      versions: listed.map(({ version, publishedAt, sha256, changed }) => ({
        version,
        published_at: publishedAt.toISOString(),
        digest: sha256,
        changed,
      })),
    };
  },

  async readVersionProof({ ctx, params }) {
    const brandId = await requireVersionReader(ctx, { brandId: params.id });
    const { proof } = await findVersion(ctx, { brandId, version: params.version });
    return new RawResponse(JSON.stringify({ proof }), { etag: documentTag(proof), "cache-control": FOR_EVER });
  },

  async readVersionFormat({ ctx, params: { id, version, format } }) {
    const brandId = await requireVersionReader(ctx, { brandId: id });
    if (version !== "current") return formatResponse(await findFormat(ctx, { brandId, version, format }), "private");
    const current = await findCurrentVersion(ctx, { brandId });
    return redirectTo(`/api/public/v1/brand/by-id/${brandId}/versions/${current}/${format}`);
  },

  async readContext({ ctx, params, query, accept }) {
    const brandId = await requireVersionReader(ctx, { brandId: params.id });
    const { version = await findCurrentVersion(ctx, { brandId }), max_tokens: maxTokens = CONTEXT_TOKENS.usual } =
      query;
    const json = accept.includes("application/json") && !accept.includes("text/markdown");
    const { task, locale } = query;
    return contextResponse(await findContext(ctx, { brandId, version, task, locale, maxTokens, json }), {
      isPinned: query.version !== undefined,
    });
  },

  async checkContent({ ctx, params, accept, body: { media_type: mediaType, ...body } }) {
    const result = await checkContent(ctx, { ...body, mediaType, brandId: params.id });
    if (!accept.includes(SARIF)) return result;
    return new RawResponse(asSarif(result, body.content, ctx.baseUrl), { "content-type": SARIF });
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

  async listDeliveries({ ctx, query: { since = "", after } }) {
    const { entries, next } = await listDeliveriesOfTool(ctx, { after, since: new Date(Date.parse(since) || 0) });
    return { deliveries: entries, next, as_of: ctx.now.toISOString() };
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

  async readOpenApi({ ctx }) {
    const text = openApiText(ctx.baseUrl);
    return new RawResponse(text, { etag: documentTag(text), "cache-control": FRESH_FOR_MINUTES });
  },

  async readApiPdf() {
    const pdf = await apiPdf();
    return new RawResponse(pdf, {
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="brand-identity-hub-api.pdf"',
      etag: documentTag(pdf),
      "cache-control": FRESH_FOR_MINUTES,
    });
  },
};
