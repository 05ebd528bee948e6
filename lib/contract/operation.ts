// SPDX-License-Identifier: MIT
import type { z } from "zod";
import type { ApiKeyScope } from "./api-key-scopes.js";
import type { ErrorCode } from "./errors.js";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export const CREDENTIALS = {
  apiKey: {
    title: "API key",
    description:
      "Key of one brand: `bih_` and 36 characters, created in the hub's developer area. Its scopes limit what it can do. Use it on servers, never in a browser.",
  },
  session: {
    title: "User session token",
    description:
      "HS256 JWT of a signed-in user (`typ: hub-session+jwt`), valid for 30 days. The user can revoke it in their account.",
  },
  federation: {
    title: "Federation token",
    description:
      "HS256 JWT from the mint endpoint (`typ: hub-federation+jwt`), valid for 300 seconds and for one brand.",
  },
  childApp: {
    title: "Child app token",
    description:
      "Long-lived secret of one tool, sent with `X-Tool-Slug`. Created in the hub (`bihc_…`) or set in its environment as `CORE_CHILD_APP_TOKEN__<TOOL>`. Send it only from the tool's server.",
  },
  dispatch: {
    title: "Dispatch secret",
    description: "`WEBHOOK_DISPATCH_SECRET`. Internal to the hub: tools never have it.",
  },
  cron: {
    title: "Cron secret",
    description: "`CRON_SECRET`, as Vercel Cron sends it. Internal to the hub.",
  },
} as const;
export type Credential = keyof typeof CREDENTIALS;

export interface Example {
  title: string;
  request?: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: unknown;
  };
  response: unknown;
}

export interface SuccessResponse {
  description: string;
  /** Defaults to JSON. Only JSON has a schema. */
  mediaType?: "application/json" | "application/pdf";
  /** Instead of `mediaType` if a parameter or `Accept` decides. */
  mediaTypes?: readonly string[];
  schema?: z.ZodType;
  headers?: Record<string, string>;
}

/** Declares an endpoint. Parsing, handler types, authentication, OpenAPI, PDF and tests all derive from it. */
export interface Operation {
  id: string;
  method: Method;
  /** Full path with `{name}` for each parameter. */
  path: string;
  tag: "Brands" | "Tools" | "Events" | "Federation" | "Bundle" | "Versions" | "Documentation" | "Hub-internal";
  summary: string;
  description: string;
  /** Accepted credentials. Empty means public. */
  credentials: readonly Credential[];
  /** Scope that an API key needs. */
  scope?: ApiKeyScope;
  credentialInBody?: true;
  /** Accepted with the token in the body. Wrong ones get 401. */
  optionalCredentials?: readonly Credential[];
  unlimited?: true;
  /** Allows any origin. */
  cors?: true;
  /** What the `ETag` represents. A matching `If-None-Match` gets 304 without a body. */
  etag?: string;
  /** When the response is a 302 to `Location`. */
  redirect?: string;
  deprecated?: { since: Date; successor: string; note: string };
  headers?: z.ZodObject;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; limitBytes: number; emptyIsObject?: true };
  response: SuccessResponse;
  /** Descriptions. Every operation can also return 429 and 500. */
  errors: Partial<Record<ErrorCode, string>>;
  examples: readonly Example[];
}

/** Checks the declaration and keeps its exact type for handlers. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
