// SPDX-License-Identifier: MIT
import { z } from "zod";
import { BundleResponse } from "./bundle.js";
import { ChangedBundles, ChangedBundlesRequest, MAX_CHANGED_BYTES } from "./changed-bundles.js";
import {
  Event,
  EventAccepted,
  EventBatch,
  EventBatchAccepted,
  LooseEvent,
  MAX_BATCH_BYTES,
  MAX_EVENT_BYTES,
} from "./events.js";
import { examples } from "./examples.js";
import { declared } from "./open.js";
import { defineOperation } from "./operation.js";
import { Slug, Uuid } from "./primitives.js";
import {
  BrandList,
  Deliveries,
  DeliveriesQuery,
  ExchangeRequest,
  FederationContext,
  FederationToken,
  MintRequest,
  MyBrand,
  MyBrands,
  Ok,
  RegisterSubscriptionRequest,
  TickReport,
  ToolBrands,
  ToolBrandsQuery,
  ToolList,
} from "./resources.js";
import {
  badCredential,
  brandId,
  callerHeaders,
  checkContent,
  listVersions,
  readContext,
  readVersion,
  readVersionFormat,
  readVersionProof,
} from "./version-operations.js";

const KB = 1024;
const SMALL_BODY = 16 * KB;

const toolHeaders = z.object({
  "x-tool-slug": Slug.meta({ description: "Slug of the tool whose child app token you send" }),
});

const brandHeaders = z.object({
  "x-brand-id": Uuid.optional().meta({
    description:
      "A brand of the user. Defaults to the active brand. A federation token or API key can only name its own brand.",
  }),
});

const Since = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, "must be a whole number of at most 15 digits")
  .transform(Number)
  .meta({ type: "integer", description: "The `identity_version` of your copy" });

const listTools = defineOperation({
  id: "listTools",
  method: "GET",
  path: "/api/public/tools",
  tag: "Tools",
  summary: "List the tools of the hub",
  description: "Returns every tool on the hub, and whether the calling brand can use it.",
  credentials: ["apiKey"],
  scope: "brands:read",
  response: { description: "All tools, ordered by slug", schema: declared(ToolList) },
  errors: { unauthorized: badCredential },
  examples: [examples.listTools],
});

const listBrands = defineOperation({
  id: "listBrands",
  method: "GET",
  path: "/api/public/brands",
  tag: "Brands",
  summary: "List the caller's brands",
  description:
    "An API key returns its one brand with the role `api-key`. A session token returns every brand of the user with the user's role. Federation tokens are refused. Use `brands/me` with them.",
  credentials: ["apiKey", "session"],
  scope: "brands:read",
  response: { description: "The caller's brands, oldest membership first", schema: declared(BrandList) },
  errors: { unauthorized: badCredential },
  examples: [examples.listBrands],
});

const listMyBrands = defineOperation({
  id: "listMyBrands",
  method: "GET",
  path: "/api/public/brands/me",
  tag: "Brands",
  summary: "List my brands and the active one",
  description:
    "Returns every brand of the user and the id of the active one. A federation token minted for a tool returns only brands that the tool can read.",
  credentials: ["session", "federation"],
  response: {
    description: "The user's brands. `active_brand_id` is null if there are none.",
    schema: declared(MyBrands),
  },
  errors: { unauthorized: badCredential },
  examples: [examples.listMyBrands],
});

const readMyBrand = defineOperation({
  id: "readMyBrand",
  method: "GET",
  path: "/api/public/brand/me",
  tag: "Brands",
  summary: "Read my brand's identity",
  description:
    "Returns the identity of the brand in `X-Brand-Id`, or of the user's active brand. A federation token or API key returns its own brand.",
  credentials: ["session", "federation", "apiKey"],
  scope: "identity:read",
  headers: brandHeaders,
  response: { description: "The brand and its published identity", schema: declared(MyBrand) },
  errors: {
    bad_request: "`X-Brand-Id` is not a UUID",
    unauthorized: badCredential,
    forbidden:
      "The user isn't a member of the requested brand or has no brand. The token or key belongs to another brand. The federation token's tool can no longer read the brand",
  },
  examples: [examples.readMyBrand],
});

const ingestLooseEvent = defineOperation({
  id: "ingestLooseEvent",
  method: "POST",
  path: "/api/public/events",
  tag: "Events",
  summary: "Send an event (version 0)",
  description:
    "Kept for older services. The event belongs to the API key's brand. Version 0 events are stored but not passed on to tools.",
  credentials: ["apiKey"],
  scope: "events:write",
  deprecated: {
    since: new Date("2026-01-01T00:00:00.000Z"),
    successor: "/api/public/v1/events",
    note: "Send version 1 events in new integrations.",
  },
  body: { schema: LooseEvent, limitBytes: MAX_EVENT_BYTES },
  response: {
    description: "The event is stored",
    schema: declared(Ok),
    headers: {
      Deprecation: "When the endpoint was deprecated (RFC 9745)",
      Link: 'The replacement endpoint, `rel="successor-version"`',
    },
  },
  errors: {
    bad_request: "The body is not valid JSON of the right shape, or is over 64 KB",
    unauthorized: badCredential,
  },
  examples: [examples.ingestLooseEvent],
});

const mintFederationToken = defineOperation({
  id: "mintFederationToken",
  method: "POST",
  path: "/api/public/federation/mint",
  tag: "Federation",
  summary: "Mint a federation token",
  description:
    "Returns a short-lived token for one user in one brand. The brand defaults to the active one (session token) or the token's own (federation token). A federation token can mint another until 12 hours after sign-in. The new token keeps its tool.",
  credentials: ["session", "federation"],
  body: { schema: MintRequest, limitBytes: SMALL_BODY, emptyIsObject: true },
  response: { description: "The token and its expiry", schema: declared(FederationToken) },
  errors: {
    bad_request: "The body is not valid JSON, or `brand_id` is not a UUID",
    unauthorized: `${badCredential}, or the federation token's sign-in is over 12 hours old`,
    forbidden:
      "The user isn't a member of the brand or has no brand. The federation token belongs to another brand, or its tool can no longer read the brand. The session token is read-only",
  },
  examples: [examples.mintFederationToken],
});

const exchangeFederationToken = defineOperation({
  id: "exchangeFederationToken",
  method: "POST",
  path: "/api/public/federation/exchange",
  tag: "Federation",
  summary: "Exchange a federation token",
  description:
    "Returns the current user, brand, role and tools of a federation token. The token in the body is the credential. It isn't single-use, so retries are safe. If you also send your child app token and `X-Tool-Slug`, tokens minted for another tool are refused. `X-Tool-Slug` without `Authorization` is ignored.",
  credentials: [],
  credentialInBody: true,
  optionalCredentials: ["childApp"],
  headers: callerHeaders,
  body: { schema: ExchangeRequest, limitBytes: SMALL_BODY },
  response: {
    description: "The user's context in the brand",
    schema: declared(FederationContext),
    headers: { "X-Hub-Warning": "Sent if `X-Tool-Slug` came without `Authorization` and was ignored" },
  },
  errors: {
    bad_request: "The body is not JSON",
    unauthorized:
      "The token is missing, malformed, expired, invalidly signed or of the wrong kind. Its session was revoked, the user left the brand, or the brand lost the tool. The child app token is wrong or belongs to another tool. The tool requires its credentials for every exchange",
  },
  examples: [examples.exchangeFederationToken, examples.exchangeForATool],
});

const readBundle = defineOperation({
  id: "readBundle",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/bundle",
  tag: "Bundle",
  summary: "Read a brand's bundle",
  description:
    'Returns everything published for a brand, with newly signed URLs. Send your version as `since`: if it is current, the response is `{ "not_modified": true }`. Never poll without `since`.',
  credentials: ["childApp"],
  headers: toolHeaders,
  etag: "The version and the minute when the signed URLs expire. It changes at least once a minute.",
  params: z.object({ id: brandId }),
  query: z.object({ since: Since.optional() }),
  response: { description: "The bundle, or `not_modified` if `since` is current", schema: declared(BundleResponse) },
  errors: {
    bad_request: "`since` is not a whole number or is repeated",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The brand can't use this tool, or the tool is disabled",
    not_found: "The brand doesn't exist, or the id is malformed",
  },
  examples: [examples.readBundle, examples.readBundleNotModified],
});

const listToolBrands = defineOperation({
  id: "listToolBrands",
  method: "GET",
  path: "/api/public/v1/brands",
  tag: "Bundle",
  summary: "List the brands that your tool can read",
  description:
    "An extension. Returns every brand that your tool can read with its current version, oldest first, in pages. Filter by `slug` to find one brand. Archived brands are left out.",
  credentials: ["childApp"],
  headers: toolHeaders,
  query: ToolBrandsQuery,
  response: { description: "One page of brands and the cursor of the next", schema: declared(ToolBrands) },
  errors: {
    bad_request: "`limit` or `slug` is malformed, `after` isn't a cursor of this list, or a parameter is repeated",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The tool is disabled",
  },
  examples: [examples.listToolBrands, examples.findToolBrand],
});

const findChangedBundles = defineOperation({
  id: "findChangedBundles",
  method: "POST",
  path: "/api/public/v1/bundles/changed",
  tag: "Bundle",
  summary: "Find changed bundles",
  description:
    "An extension. Send 1 to 1,000 brands with your version of each. It counts as one request. Read the bundle of each brand in `changed`. Brands in no list are current.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: ChangedBundlesRequest, limitBytes: MAX_CHANGED_BYTES },
  response: { description: "Changed brands, and brands that can't be read", schema: declared(ChangedBundles) },
  errors: {
    bad_request: "The body doesn't match the schema, repeats a brand or is over 128 KB",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The tool is disabled",
  },
  examples: [examples.findChangedBundles],
});

const ingestEvent = defineOperation({
  id: "ingestEvent",
  method: "POST",
  path: "/api/public/v1/events",
  tag: "Events",
  summary: "Send an event",
  description:
    "Idempotent by `idempotency_key` within a tool and brand. The hub passes the event on to every other tool of the brand with a pattern for its type.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: Event, limitBytes: MAX_EVENT_BYTES },
  response: { description: "Accepted or already seen", schema: declared(EventAccepted) },
  errors: {
    bad_request: "The body doesn't match the schema or is over 64 KB",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The brand is unknown or can't use the tool, or the tool is disabled",
  },
  examples: [examples.ingestEvent],
});

const ingestEventBatch = defineOperation({
  id: "ingestEventBatch",
  method: "POST",
  path: "/api/public/v1/events/batch",
  tag: "Events",
  summary: "Send a batch of events",
  description:
    "An extension. Send 1 to 500 events. It counts as one request. If one event is invalid or not allowed, none is stored. Each event is idempotent.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: EventBatch, limitBytes: MAX_BATCH_BYTES },
  response: { description: "One result for each event", schema: declared(EventBatchAccepted) },
  errors: {
    bad_request: "An event doesn't match the schema or is over 64 KB, or the body is over 1 MB. No event is stored.",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "A brand is unknown or can't use the tool, or the tool is disabled. No event is stored.",
  },
  examples: [examples.ingestEventBatch],
});

const listDeliveries = defineOperation({
  id: "listDeliveries",
  method: "GET",
  path: "/api/public/v1/deliveries",
  tag: "Events",
  summary: "List your tool's webhooks",
  description:
    "An extension for development, used by `brand-hub listen`. Returns your tool's webhooks of the last seven days, newest first in pages of 20, whether sent or not. A webhook can appear up to a minute after its time, so ask for that minute again and drop known ids. For two hours after a call, the hub also records webhooks about brands for which your tool has no webhook URL.",
  credentials: ["childApp"],
  headers: toolHeaders,
  query: DeliveriesQuery,
  response: { description: "One page of deliveries and the cursor of the next", schema: declared(Deliveries) },
  errors: {
    bad_request: "`since` is malformed, `after` isn't a cursor of this list, or a parameter is repeated",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The tool is disabled",
  },
  examples: [examples.listDeliveries],
});

const tick = {
  path: "/api/public/v1/internal/dispatch-tick",
  tag: "Hub-internal",
  description:
    "Attempts due deliveries with exponential backoff for up to 45 seconds. Several ticks can run at once. Tools never call it.",
  unlimited: true,
  response: { description: "Deliveries attempted and failed", schema: declared(TickReport) },
  errors: { unauthorized: badCredential },
  examples: [examples.dispatchTick],
} as const;

const dispatchTick = defineOperation({
  ...tick,
  id: "dispatchTick",
  method: "POST",
  summary: "Send due deliveries",
  credentials: ["dispatch"],
});

const dispatchTickByCron = defineOperation({
  ...tick,
  id: "dispatchTickByCron",
  method: "GET",
  summary: "Send due deliveries (cron)",
  credentials: ["dispatch", "cron"],
});

const registerSubscription = defineOperation({
  id: "registerSubscription",
  method: "POST",
  path: "/api/public/v1/internal/register-subscription",
  tag: "Hub-internal",
  summary: "Register a tool's webhook for a brand",
  description:
    "Creates or replaces the subscription of a brand and tool, and turns it on. Pending deliveries go to the new URL.",
  credentials: ["dispatch"],
  unlimited: true,
  body: { schema: RegisterSubscriptionRequest, limitBytes: SMALL_BODY },
  response: { description: "The subscription is active", schema: declared(Ok) },
  errors: {
    bad_request: "The body doesn't match the schema, or the URL isn't https on a public address",
    unauthorized: badCredential,
    forbidden: "The brand can't use the tool",
    not_found: "The brand or tool doesn't exist",
  },
  examples: [examples.registerSubscription],
});

const readOpenApi = defineOperation({
  id: "readOpenApi",
  method: "GET",
  path: "/api/public/v1/docs/openapi.json",
  tag: "Documentation",
  summary: "Get the OpenAPI description",
  description: "Returns this API's OpenAPI 3.1 description.",
  credentials: [],
  cors: true,
  etag: "The document's content",
  response: {
    description: "OpenAPI 3.1, document version 1.0.0",
    schema: z.looseObject({
      openapi: z.string().meta({ description: "OpenAPI version", maxLength: 10, pattern: "^3\\.[0-9]+\\.[0-9]+$" }),
    }),
  },
  errors: {},
  examples: [examples.readOpenApi],
});

const readApiPdf = defineOperation({
  id: "readApiPdf",
  method: "GET",
  path: "/api/public/v1/docs/api.pdf",
  tag: "Documentation",
  summary: "Get the API documentation as PDF",
  description: "Returns the API documentation as a PDF.",
  credentials: [],
  cors: true,
  etag: "The document's content",
  response: { description: "The documentation", mediaType: "application/pdf" },
  errors: {},
  examples: [],
});

/** Every operation of the public API, in the order of the specification. */
export const operations = {
  listTools,
  listBrands,
  listMyBrands,
  readMyBrand,
  ingestLooseEvent,
  mintFederationToken,
  exchangeFederationToken,
  readBundle,
  listVersions,
  readVersion,
  readVersionProof,
  readVersionFormat,
  readContext,
  checkContent,
  listToolBrands,
  findChangedBundles,
  ingestEvent,
  ingestEventBatch,
  listDeliveries,
  dispatchTick,
  dispatchTickByCron,
  registerSubscription,
  readOpenApi,
  readApiPdf,
};
export type OperationId = keyof typeof operations;
