// SPDX-License-Identifier: MIT
import { z } from "zod";
import { BrandVersion } from "./bundle.js";
import { CheckRequest, CheckResult } from "./check.js";
import { EXAMPLE_BRAND_ID, examples } from "./examples.js";
import { declared } from "./open.js";
import { defineOperation } from "./operation.js";
import { ContextQuery, ProofResponse, VersionList, VersionListQuery } from "./versions.js";
import { CHECK_LIMITS, VERSION_FORMATS } from "./words.js";

/** Free text, because it is ignored without a child app token. */
export const callerHeaders = z.object({
  "x-tool-slug": z
    .string()
    .max(1000)
    .regex(/^[^\0\r\n]*$/)
    .optional()
    .meta({
      description: "Slug of the tool whose child app token is in `Authorization`. Ignored without one.",
    }),
});

export const badCredential = "The credential is missing, malformed, expired, revoked or of the wrong kind";

export const brandId = z.string().meta({ format: "uuid", description: "Brand id", example: EXAMPLE_BRAND_ID });

const versionErrors = {
  unauthorized: badCredential,
  forbidden: "The brand can't use the tool, the tool is disabled, or the API key is of another brand",
  not_found: "There is no such brand or version, or the user isn't a member of the brand",
} as const;

const versionParams = z.object({
  id: brandId,
  version: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a version number")
    .transform(Number)
    .meta({ type: "integer", minimum: 1, description: "The version's number", example: 7 }),
});

const immutable = {
  tag: "Versions",
  credentials: ["apiKey", "session", "childApp"],
  scope: "identity:read",
  headers: callerHeaders,
  params: versionParams,
} as const;

export const listVersions = defineOperation({
  ...immutable,
  id: "listVersions",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/versions",
  summary: "List a brand's versions",
  description: "An extension. Returns versions after `after`, oldest first, with the digest of each.",
  params: z.object({ id: brandId }),
  query: VersionListQuery,
  response: { description: "Up to `limit` versions", schema: declared(VersionList) },
  errors: { bad_request: "`after` or `limit` is malformed or repeated", ...versionErrors },
  examples: [examples.listVersions],
});

export const readVersion = defineOperation({
  ...immutable,
  id: "readVersion",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/versions/{version}",
  summary: "Read a version",
  description:
    "An extension. Returns everything published of one version as canonical JSON (RFC 8785). The bytes never change, so caches can keep them. Files are named by their SHA-256.",
  etag: "The digest of the version",
  response: {
    description: "The version's canonical JSON",
    schema: declared(BrandVersion),
    headers: { "Repr-Digest": "SHA-256 of the body (RFC 9530)" },
  },
  errors: { bad_request: "`version` is malformed", ...versionErrors },
  examples: [examples.readVersion],
});

export const readVersionProof = defineOperation({
  ...immutable,
  id: "readVersionProof",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/versions/{version}/proof",
  summary: "Read a version's proof",
  description:
    "An extension. Returns a signed statement of the version's digest. Verify it with `verifyVersion` and the keys of `/.well-known/jwks.json`.",
  etag: "The proof",
  response: { description: "The proof", schema: declared(ProofResponse) },
  errors: { bad_request: "`version` is malformed", ...versionErrors },
  examples: [examples.readVersionProof],
});

export const readVersionFormat = defineOperation({
  ...immutable,
  id: "readVersionFormat",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/versions/{version}/{format}",
  summary: "Read a version in a standard format",
  description:
    "An extension. Returns a version as design tokens, style sheet, code or text for other tools. Caches can keep it for a year. `brand.json` follows AdCP 3.1 and is experimental.",
  params: z.object({
    id: brandId,
    version: z
      .string()
      .max(9)
      .regex(/^(current|[1-9][0-9]{0,8})$/, "must be a version number or current")
      .transform((version) => (version === "current" ? version : Number(version)))
      .meta({
        type: "string",
        pattern: "^(current|[1-9][0-9]{0,8})$",
        description: "The version's number, or `current`",
      }),
    format: z.enum(VERSION_FORMATS).meta({ description: "The file" }),
  }),
  etag: "The version's digest, the format, and how this hub writes it",
  redirect: "`version` is `current`, with the number in `Location`",
  response: {
    description: "The file",
    mediaTypes: ["text/css", "application/json", "application/xml", "text/markdown", "text/x-scss", "text/x-swift"],
  },
  errors: { bad_request: "`version` or `format` is malformed or unknown", ...versionErrors },
  examples: [examples.readVersionFormat],
});

export const readContext = defineOperation({
  ...immutable,
  id: "readContext",
  method: "GET",
  path: "/api/public/v1/brand/by-id/{id}/context",
  summary: "Read a brand's context for a model",
  description:
    "An extension. Returns what a language model should know for a task, within a budget of tokens: rules and forbidden words first, in whole sentences. A larger budget contains everything of a smaller one. What was left out is listed. Send `Accept: application/json` for JSON with the same text as `markdown`.",
  params: z.object({ id: brandId }),
  query: ContextQuery,
  etag: "The version's digest, the parameters, and how this hub writes it",
  response: { description: "The context", mediaTypes: ["text/markdown", "application/json"] },
  errors: {
    bad_request: "A parameter is malformed or repeated, or the budget is too small for the brand's rules",
    ...versionErrors,
  },
  examples: [examples.readContext],
});

export const checkContent = defineOperation({
  ...immutable,
  id: "checkContent",
  method: "POST",
  path: "/api/public/v1/brand/by-id/{id}/check",
  summary: "Check content",
  description:
    "An extension. Checks a text, page, style sheet or drawing against a version. The same request and version give the same bytes. `Accept: application/sarif+json` returns SARIF 2.1.0.",
  credentials: ["apiKey", "childApp"],
  params: z.object({ id: brandId }),
  // JSON can write a byte of content as two.
  body: { schema: CheckRequest, limitBytes: 2 * CHECK_LIMITS.bytes + 1024 },
  response: {
    description: "The findings",
    schema: declared(CheckResult),
  },
  errors: { bad_request: "The body doesn't match the schema, or `content` is over 64 KB", ...versionErrors },
  examples: [examples.checkContent],
});
