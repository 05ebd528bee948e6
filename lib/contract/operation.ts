// SPDX-License-Identifier: MIT
import type { z } from "zod";
import type { ApiKeyScope } from "./api-key-scopes.js";
import type { ErrorCode } from "./errors.js";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Who may call: the kinds of credential. A token that travels in the body is `credentialInBody`. */
export const CREDENTIALS = {
  apiKey: {
    title: "API key",
    description:
      "Brand-scoped key, `bih_` and 36 characters, issued in the hub's developer area. It resolves exactly one brand, and does what it was issued for: its scopes. For your own services, never for a browser.",
  },
  session: {
    title: "User session token",
    description:
      "HS256 JWT of a signed-in user (`typ: hub-session+jwt`), valid for 30 days and revocable in the account.",
  },
  federation: {
    title: "Federation token",
    description:
      "HS256 JWT from the mint endpoint (`typ: hub-federation+jwt`), alive for 300 seconds and bound to one brand.",
  },
  childApp: {
    title: "Child app token",
    description:
      "Long-lived secret of one tool, sent with `X-Tool-Slug`: made in the hub (`bihc_…`), or set in its environment as `CORE_CHILD_APP_TOKEN__<TOOL>`. Only ever from the tool's back end.",
  },
  dispatch: {
    title: "Dispatch secret",
    description: "`WEBHOOK_DISPATCH_SECRET`; hub-internal, children never hold it.",
  },
  cron: {
    title: "Cron secret",
    description: "`CRON_SECRET`, as Vercel Cron sends it; hub-internal.",
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
  /** Media type; JSON unless stated. A schema stands for JSON only. */
  mediaType?: "application/json" | "application/pdf";
  schema?: z.ZodType;
  headers?: Record<string, string>;
}

/** One endpoint as data. Parsing, handler types, credential check, OpenAPI, PDF and tests are all made from this object. */
export interface Operation {
  id: string;
  method: Method;
  /** Whole path with `{name}` for each path parameter. */
  path: string;
  tag: "Brands" | "Tools" | "Events" | "Federation" | "Bundle" | "Documentation" | "Hub-internal";
  summary: string;
  description: string;
  /** Any one of these suffices; none at all means public. */
  credentials: readonly Credential[];
  /** What an API key must have been issued for; stands where API keys are taken, and nowhere else. */
  scope?: ApiKeyScope;
  /** The credential is the `token` of the body (exchange). */
  credentialInBody?: true;
  /** May come along with the token of the body, to say who sends it; wrong ones are 401. */
  optionalCredentials?: readonly Credential[];
  /** Not counted against any budget (the dispatch secret). */
  unlimited?: true;
  /** Answers any origin with CORS headers (the two docs endpoints). */
  cors?: true;
  /** The whole answer carries an `ETag`: one that is named in `If-None-Match` is answered 304, without a body. Says what the tag stands for. */
  etag?: string;
  deprecated?: { since: Date; successor: string; note: string };
  headers?: z.ZodObject;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; limitBytes: number; emptyIsObject?: true };
  response: SuccessResponse;
  /** When each failure happens, in words; every operation can also answer 429 and 500. */
  errors: Partial<Record<ErrorCode, string>>;
  examples: readonly Example[];
}

/** Checks an operation's shape and keeps its exact types for handlers. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
