import type { Operation } from "@/lib/contract";

export const sharedHeaders = {
  RequestId: {
    description:
      "Identifies this request in the hub's log. Your own `X-Request-Id` if it was well formed. Include it in support requests.",
    required: true,
    schema: {
      type: "string" as const,
      maxLength: 128,
      pattern: "^[A-Za-z0-9._~-]+$",
      examples: ["0199f3a2-5b0e-7c41-9a6d-3f1f0a7c9e11"],
    },
  },
  RetryAfter: {
    description: "Whole seconds to wait before the next request, at least 1",
    required: true,
    schema: { type: "integer" as const, format: "int32", minimum: 1, maximum: 86_400, examples: [12] },
  },
  RateLimit: {
    description: "Remaining requests (`r`), and seconds until the full limit is available again (`t`)",
    schema: {
      type: "string" as const,
      maxLength: 100,
      pattern: '^"(default|concurrent|failed-credentials)";r=\\d+;t=\\d+$',
      examples: ['"default";r=42;t=18'],
    },
  },
  RateLimitPolicy: {
    description:
      "The budget that was counted on: `default` for requests (`q`) in a rolling window of seconds (`w`); in a refusal also `concurrent` for requests at the same time, or `failed-credentials` of a client IP, which a 401 names too",
    schema: {
      type: "string" as const,
      maxLength: 100,
      pattern: '^"(default|concurrent|failed-credentials)";q=\\d+;(w=\\d+|qu="concurrent-requests")$',
      examples: ['"default";q=60;w=60', '"concurrent";q=2;qu="concurrent-requests"'],
    },
  },
  ETag: {
    description: "Identifies this response; send it in `If-None-Match`",
    schema: {
      type: "string" as const,
      maxLength: 200,
      pattern: '^(W/)?"[\\x21\\x23-\\x7e]*"$',
      examples: ['W/"7-29558038"'],
    },
  },
  Location: {
    description: "The address to read instead",
    required: true,
    schema: { type: "string" as const, maxLength: 300, pattern: "^/[ -~]+$" },
  },
  WwwAuthenticate: {
    description: "Authentication scheme: Bearer",
    schema: { type: "string" as const, const: 'Bearer realm="hub"' },
  },
  AllowOrigin: {
    description: "Any origin can read this",
    schema: { type: "string" as const, const: "*" },
  },
};

export const headerReference = (name: keyof typeof sharedHeaders) => ({
  $ref: `#/components/headers/${name}` as const,
});

export const commonHeaders = ({ cors }: Operation) => ({
  "X-Request-Id": headerReference("RequestId"),
  ...(cors && { "Access-Control-Allow-Origin": headerReference("AllowOrigin") }),
});

/** Headers of a response that counted against a limit. */
export const countedHeaders = {
  RateLimit: headerReference("RateLimit"),
  "RateLimit-Policy": headerReference("RateLimitPolicy"),
};

export const budgetHeaders = ({ unlimited }: Operation) => (unlimited ? {} : countedHeaders);
