import type { ErrorCode, ErrorEnvelope } from "@/lib/contract";
import { HubError, RateLimited } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";

/** A failure as the contract shows it. `status` differs from the code's own only for 405. */
export function errorResponse(
  code: ErrorCode,
  message: string,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const envelope: ErrorEnvelope = { error: { code, message } };
  return new Response(JSON.stringify(envelope), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** Maps any error to its response, here and nowhere else. What is not a HubError is logged and becomes a 500 without its cause. */
export function toErrorResponse(error: unknown, requestId: string): Response {
  if (error instanceof RateLimited) {
    return errorResponse(error.code, error.message, error.status, { "retry-after": String(error.retryAfterSeconds) });
  }
  if (error instanceof HubError) {
    const headers: Record<string, string> =
      error.code === "unauthorized" ? { "www-authenticate": 'Bearer realm="hub"' } : {};
    return errorResponse(error.code, error.message, error.status, headers);
  }
  log.error({ err: error, requestId }, "a request failed unexpectedly");
  return errorResponse("server_error", "Something went wrong in the hub. It has been logged.", 500);
}
