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
import { EXAMPLE_BRAND_ID, examples } from "./examples.js";
import { declared } from "./open.js";
import { defineOperation } from "./operation.js";
import { Slug, Uuid } from "./primitives.js";
import {
  BrandList,
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

const KB = 1024;
const SMALL_BODY = 16 * KB;

const toolHeaders = z.object({
  "x-tool-slug": Slug.meta({ description: "Slug of the tool that the child app token belongs to" }),
});

/** Free text: who sends a token alone is refused nothing for what else it sends. */
const callerHeaders = z.object({
  "x-tool-slug": z
    .string()
    .max(1000)
    .regex(/^[^\0\r\n]*$/)
    .optional()
    .meta({
      description: "Slug of the tool whose child app token comes along in `Authorization`; ignored without one",
    }),
});

const brandHeaders = z.object({
  "x-brand-id": Uuid.optional().meta({
    description:
      "A brand the user belongs to; the active brand when left out. With a federation token or an API key it may only name the credential's own brand.",
  }),
});

/** `since`: at most fifteen digits, no sign, no leading zero. */
const Since = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, "must be a whole number of at most 15 digits")
  .transform(Number)
  .meta({ type: "integer", description: "The identity_version that you have cached" });

const badCredential = "The credential is missing, malformed, expired, revoked or of another kind";

const listTools = defineOperation({
  id: "listTools",
  method: "GET",
  path: "/api/public/tools",
  tag: "Tools",
  summary: "List the tools of the hub",
  description: "Every tool registered on the hub, and whether the calling brand is entitled to it.",
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
    "An API key sees its one brand, with the role `api-key`. A user session token sees every brand the user belongs to, with the user's role. A federation token is refused here: it has `brands/me`.",
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
    "Every brand the user belongs to, and which of them is active. By a federation token that was minted for a tool, only those that the tool may read.",
  credentials: ["session", "federation"],
  response: {
    description: "The user's brands; `active_brand_id` is null when there is none",
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
    "The compiled identity of the user's active brand, of the brand named by `X-Brand-Id`, of the federation token's brand, or of the API key's.",
  credentials: ["session", "federation", "apiKey"],
  scope: "identity:read",
  headers: brandHeaders,
  response: { description: "The brand and its compiled identity", schema: declared(MyBrand) },
  errors: {
    bad_request: "`X-Brand-Id` is not a UUID",
    unauthorized: badCredential,
    forbidden:
      "The user is not a member of the requested brand, or of any brand; the token or key is another brand's; or the tool of a federation token may not read the brand any more",
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
    "Loose ingestion, kept for older services. The brand is the API key's. Version 0 events are stored, not passed on to tools.",
  credentials: ["apiKey"],
  scope: "events:write",
  deprecated: {
    since: new Date("2026-01-01T00:00:00.000Z"),
    successor: "/api/public/v1/events",
    note: "New integrations send version 1 events.",
  },
  body: { schema: LooseEvent, limitBytes: MAX_EVENT_BYTES },
  response: {
    description: "The event is stored",
    schema: declared(Ok),
    headers: {
      Deprecation: "When this endpoint was deprecated (RFC 9745)",
      Link: 'The endpoint that replaces it, `rel="successor-version"`',
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
    "A short-lived token for one user in one brand: by default the active brand (session token) or the token's own (federation token). Minting again from a federation token works until 12 hours after sign-in, and keeps the tool that the token was minted for.",
  credentials: ["session", "federation"],
  body: { schema: MintRequest, limitBytes: SMALL_BODY, emptyIsObject: true },
  response: { description: "The token and its expiry", schema: declared(FederationToken) },
  errors: {
    bad_request: "The body is not valid JSON, or `brand_id` is not a UUID",
    unauthorized: `${badCredential}, or the sign-in behind a federation token is over 12 hours old`,
    forbidden:
      "The user is not a member of that brand, or has none, or a federation token names another brand, or its tool may not read the brand any more, or a session token may only read",
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
    "Turns a federation token into the user's brand context, read afresh from the database. The token in the body is the credential. Not single-use: a retry is safe. Send your child app token and `X-Tool-Slug` along, and a token that was minted for another tool is refused. `X-Tool-Slug` alone proves nothing and is ignored.",
  credentials: [],
  credentialInBody: true,
  optionalCredentials: ["childApp"],
  headers: callerHeaders,
  body: { schema: ExchangeRequest, limitBytes: SMALL_BODY },
  response: {
    description: "The user's context in the brand",
    schema: declared(FederationContext),
    headers: { "X-Hub-Warning": "Only where `X-Tool-Slug` came without `Authorization`: says that it was ignored" },
  },
  errors: {
    bad_request: "The body is not JSON",
    unauthorized:
      "The token is missing, expired, malformed, badly signed or of another kind, its session was revoked, the user left the brand, or the brand its tool; the child app token beside it is wrong, or of another tool than the token's; or the tool's tokens are exchanged with its own credentials only",
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
    'The whole published state of a brand, with freshly signed URLs. Send `since` with the version you have: when it is current the answer is `{ "not_modified": true }`. Never poll without it.',
  credentials: ["childApp"],
  headers: toolHeaders,
  etag: "The version, and the minute until which the signed URLs live: it changes at least once a minute",
  params: z.object({ id: z.string().meta({ format: "uuid", description: "Brand id", example: EXAMPLE_BRAND_ID }) }),
  query: z.object({ since: Since.optional() }),
  response: { description: "The bundle, or word that `since` is current", schema: declared(BundleResponse) },
  errors: {
    bad_request: "`since` is not a whole number, or stands more than once",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The brand is not entitled to this tool, or the tool is disabled",
    not_found: "There is no such brand, or what stands for its id is none",
  },
  examples: [examples.readBundle, examples.readBundleNotModified],
});

const listToolBrands = defineOperation({
  id: "listToolBrands",
  method: "GET",
  path: "/api/public/v1/brands",
  tag: "Bundle",
  summary: "List the brands that your tool may read",
  description:
    "An extension: every brand that is entitled to the calling tool, oldest first and page by page, with its current version; with `slug`, the one that has it. Archived brands are absent.",
  credentials: ["childApp"],
  headers: toolHeaders,
  query: ToolBrandsQuery,
  response: { description: "One page of brands, and where the next begins", schema: declared(ToolBrands) },
  errors: {
    bad_request:
      "`limit` or `slug` is malformed, `after` is of no page of this list, or one of them stands more than once",
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
  summary: "Ask which of many bundles changed",
  description:
    "An extension: 1 to 1,000 brands with the version you have of each, in one request of the budget. Read the bundle of each brand in `changed`; what stands in no list is current.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: ChangedBundlesRequest, limitBytes: MAX_CHANGED_BYTES },
  response: { description: "What changed, and which brands cannot be read", schema: declared(ChangedBundles) },
  errors: {
    bad_request: "The body breaks the schema, names a brand twice, or is over 128 KB",
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
    "Idempotent on `idempotency_key` within tool and brand. An accepted event is passed on to every other entitled tool whose patterns match its type.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: Event, limitBytes: MAX_EVENT_BYTES },
  response: { description: "Accepted, or already seen", schema: declared(EventAccepted) },
  errors: {
    bad_request: "The body breaks the locked schema, or is over 64 KB",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "The brand is unknown or not entitled to the tool, or the tool is disabled",
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
    "An extension outside the locked schema: 1 to 500 events in one request, all or nothing on validation and entitlement, each idempotent by itself. One request of the budget.",
  credentials: ["childApp"],
  headers: toolHeaders,
  body: { schema: EventBatch, limitBytes: MAX_BATCH_BYTES },
  response: { description: "One result for each event", schema: declared(EventBatchAccepted) },
  errors: {
    bad_request:
      "One of the events breaks the locked schema or is over 64 KB, or the body is over 1 MB: none is stored",
    unauthorized: "The child app token or the tool slug is wrong",
    forbidden: "One of the brands is unknown or not entitled to the tool, or the tool is disabled: none is stored",
  },
  examples: [examples.ingestEventBatch],
});

const tick = {
  path: "/api/public/v1/internal/dispatch-tick",
  tag: "Hub-internal",
  description:
    "Attempts the deliveries that are due, with exponential backoff, and stops claiming after 45 seconds. Safe beside other ticks. Children never call it.",
  unlimited: true,
  response: { description: "What this tick did", schema: declared(TickReport) },
  errors: { unauthorized: badCredential },
  examples: [examples.dispatchTick],
} as const;

const dispatchTick = defineOperation({
  ...tick,
  id: "dispatchTick",
  method: "POST",
  summary: "Send the due deliveries",
  credentials: ["dispatch"],
});

const dispatchTickByCron = defineOperation({
  ...tick,
  id: "dispatchTickByCron",
  method: "GET",
  summary: "Send the due deliveries (the cron's form)",
  credentials: ["dispatch", "cron"],
});

const registerSubscription = defineOperation({
  id: "registerSubscription",
  method: "POST",
  path: "/api/public/v1/internal/register-subscription",
  tag: "Hub-internal",
  summary: "Register a tool's webhook for a brand",
  description:
    "Creates or replaces the subscription of (brand_id, tool_slug), and turns it on if it was off. Pending deliveries go to the new URL.",
  credentials: ["dispatch"],
  unlimited: true,
  body: { schema: RegisterSubscriptionRequest, limitBytes: SMALL_BODY },
  response: { description: "The subscription stands", schema: declared(Ok) },
  errors: {
    bad_request: "The body breaks the schema, or the URL is not an https URL on a public address",
    unauthorized: badCredential,
    forbidden: "The brand is not entitled to the tool",
    not_found: "There is no such brand or tool",
  },
  examples: [examples.registerSubscription],
});

const readOpenApi = defineOperation({
  id: "readOpenApi",
  method: "GET",
  path: "/api/public/v1/docs/openapi.json",
  tag: "Documentation",
  summary: "Read this description",
  description: "The OpenAPI 3.1 description of this API.",
  credentials: [],
  cors: true,
  etag: "The document's content",
  response: {
    description: "OpenAPI 3.1, document version 1.0.0",
    schema: z.looseObject({
      openapi: z.string().meta({ description: "Version of OpenAPI", maxLength: 10, pattern: "^3\\.[0-9]+\\.[0-9]+$" }),
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
  summary: "Read the API documentation",
  description: "This API as a document to read or to hand to a partner.",
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
  listToolBrands,
  findChangedBundles,
  ingestEvent,
  ingestEventBatch,
  dispatchTick,
  dispatchTickByCron,
  registerSubscription,
  readOpenApi,
  readApiPdf,
};
export type OperationId = keyof typeof operations;
