import type { z } from "zod";
import type { ErrorCode, ErrorEnvelope } from "@/lib/contract";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { diskFullOf } from "@/lib/platform/disk-space";
import { HubError, MAX_MESSAGE_LENGTH } from "@/lib/platform/errors";
import { log, reasonOf } from "@/lib/platform/log";
import { type Answer, jsonAnswer, toResponse } from "./hot-path/answer";

/** A message may quote input: a key of any length, or with a NUL. */
const legible = (message: string): string =>
  (message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message)
    .replaceAll("\0", "\u{fffd}")
    .toWellFormed();

/** An error in the contract's form. `status` differs from the code's own only for 405. */
export function refusal(
  code: ErrorCode,
  message: string,
  status: number,
  headers: Record<string, string> = {},
): Answer {
  const envelope: z.input<typeof ErrorEnvelope> = { error: { code, message: legible(message) } };
  return { ...jsonAnswer(status, envelope, headers), code };
}

/** A database restarts or fails over within seconds to minutes. */
const DATABASE_RETRY_AFTER_SECONDS = 5;

/** Logs a failure of the environment, such as a full disk, without a stack. */
export function logFailure(error: HubError): void {
  if (error.status >= 500) log.warn({ reason: reasonOf(error) }, "a request failed");
}

/** Maps any error to its response. Anything but a HubError is logged and becomes a 500 without its cause. */
export function refusalOf(error: unknown): Answer {
  const refused = diskFullOf(error) ?? error;
  if (refused instanceof HubError) {
    logFailure(refused);
    const { code, message, status, retryAfterSeconds } = refused;
    return refusal(code, message, status, {
      ...(code === "unauthorized" && { "www-authenticate": 'Bearer realm="hub"' }),
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    });
  }
  log.error({ err: error }, "a request failed with an unexpected error");
  if (isDatabaseUnavailable(error))
    return refusal("server_error", "The hub's database isn't answering. Try again in a moment.", 500, {
      "retry-after": String(DATABASE_RETRY_AFTER_SECONDS),
    });
  return refusal("server_error", "Something went wrong in the hub. It has been logged.", 500);
}

export const toErrorResponse = (error: unknown): Response => toResponse(refusalOf(error));

/** Answers an error in the contract's form. */
export const answering = (respond: () => Promise<Response>): Promise<Response> => respond().catch(toErrorResponse);
