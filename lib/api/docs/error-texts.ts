import { ERROR_STATUS, type ErrorCode, missingScopeMessage, type Operation, refusalWithout } from "@/lib/contract";
import { Unauthorized } from "@/lib/platform/errors";
import { issueInWords } from "@/lib/platform/issue-in-words";

/** What each code means for any operation (docs/specification.md, Errors). */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  bad_request: "Body, query or header failed validation (a malformed path is 404)",
  unauthorized: "Missing, malformed, expired or revoked credential",
  forbidden: "Authenticated, but without access to this brand or tool",
  not_found: "Brand, tool or resource does not exist",
  rate_limited: "Too many requests; the response has `Retry-After`",
  server_error: "Unexpected hub error; the cause is logged, never sent",
};

const MESSAGES: Record<ErrorCode, string> = {
  bad_request: "The body is not valid JSON in UTF-8.",
  unauthorized: new Unauthorized().message,
  forbidden: "The brand is not entitled to this tool.",
  not_found: "There is no such brand.",
  rate_limited: "At most 60 requests in any minute.",
  server_error: "Something went wrong in the hub. It has been logged.",
};

function badRequestMessage({ query, headers, body }: Operation): string {
  const [where, schema] = query ? (["query", query] as const) : (["header", headers] as const);
  const name = Object.keys(schema?.shape ?? {})[0];
  if (body || !schema || !name) return MESSAGES.bad_request;
  const issue = schema.safeParse({ [name]: "?" }, { error: issueInWords }).error?.issues[0];
  return issue ? `${where}.${name}: ${issue.message}.` : MESSAGES.bad_request;
}

/** When a key without the operation's scope is refused, by error code. */
function scopeCondition({ scope, errors }: Operation): Partial<Record<ErrorCode, string>> {
  if (!scope) return {};
  const [code, when] = [refusalWithout(scope), `The API key doesn't have the scope \`${scope}\``];
  return { [code]: errors[code] ? `${errors[code]}. ${when}` : when };
}

export function exampleMessage(operation: Operation, code: ErrorCode): string {
  if (code === "bad_request") return badRequestMessage(operation);
  if (code === "forbidden" && operation.scope && !operation.errors.forbidden)
    return missingScopeMessage(operation.scope);
  if (code === "forbidden" && operation.credentials.includes("session")) return "You are not a member of this brand.";
  if (code === "rate_limited" && operation.unlimited) return "Too many failed credentials from this IP address.";
  return MESSAGES[code];
}

/** Whose rate limit an operation counts against; null if none. */
export function budgetOf({
  unlimited,
  credentials,
  credentialInBody,
}: Operation): "credential" | "token" | "client IP" | null {
  if (unlimited) return null;
  if (credentialInBody) return "token";
  return credentials.length > 0 ? "credential" : "client IP";
}

const OVER_BUDGET = {
  credential: "The credential's rate limit is used up, or too many of its requests are running",
  token: "The token's rate limit is used up, or too many of its requests are running",
  "client IP": "The client IP's rate limit is used up, or too many of its requests are running",
};

function rateLimitedWhen(operation: Operation): string {
  const budget = budgetOf(operation);
  const proves = operation.credentials.length > 0 || operation.credentialInBody;
  const reasons = [
    ...(budget ? [OVER_BUDGET[budget]] : []),
    ...(proves ? ["too many failed credentials came from this client IP"] : []),
  ].join("; or ");
  return `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}. Wait for \`Retry-After\``;
}

/** Each error of an operation with its condition, by status; all have 429 and 500. */
export function failuresOf(operation: Operation): { code: ErrorCode; status: number; when: string }[] {
  const conditions: Partial<Record<ErrorCode, string>> = {
    rate_limited: rateLimitedWhen(operation),
    server_error: ERROR_MEANINGS.server_error,
    ...operation.errors,
    ...scopeCondition(operation),
  };
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).flatMap((code) => {
    const when = conditions[code];
    return when === undefined ? [] : [{ code, status: ERROR_STATUS[code], when }];
  });
}
