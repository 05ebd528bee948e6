/**
 * Why an attempt ended without a whole answer. `blocked_address`: the URL, or the address it leads to, is refused by
 * policy; nothing was sent. `aborted`: by the caller's own signal.
 */
export const SEND_ERROR_CLASSES = [
  "timeout",
  "connect_timeout",
  "dns",
  "refused",
  "unreachable",
  "tls",
  "blocked_address",
  "reset",
  "protocol",
  "aborted",
  "network",
] as const;
export type SendErrorClass = (typeof SEND_ERROR_CLASSES)[number];

/** What one attempt came to. Safe to store as it is: the excerpt holds neither NUL nor invalid text. */
export interface SendResult {
  /** HTTP status once the status line was read, else null. */
  status: number | null;
  /** Null when the answer was read to its end, or to the 16 KB that are read of it. */
  errorClass: SendErrorClass | null;
  /** Whole milliseconds from the name lookup to the end. */
  durationMs: number;
  /** The first 1 KB of the answer's body, at most 1,024 characters. */
  responseExcerpt: string;
  /** `Retry-After` in seconds, whichever of its forms was used; one second when unreadable, null when absent. */
  retryAfterSeconds: number | null;
}

/**
 * True when the receiver accepted the delivery: a 2xx and a whole answer. A 2xx that broke off or dribbled past the
 * deadline is sent again, since receivers are idempotent (docs/specification.md, Outbound webhook) and an incomplete answer proves nothing (RFC 9112, 8).
 */
export const isDelivered = (result: Pick<SendResult, "status" | "errorClass">): boolean =>
  result.errorClass === null && result.status !== null && result.status >= 200 && result.status < 300;

/** What an attempt came to, for metrics and logs: `delivered`, the class of what broke, or the class of a status that is no success. */
export function resultName(result: Pick<SendResult, "status" | "errorClass">): string {
  if (isDelivered(result)) return "delivered";
  // Attempts are stored as `refused`, which elsewhere says that the receiver answered no.
  if (result.errorClass === "refused") return "connection_refused";
  return result.errorClass ?? `status_${Math.floor((result.status ?? 0) / 100)}xx`;
}

/** The end of an attempt, already classed. */
export class SendError extends Error {
  override readonly name = "SendError";

  constructor(
    readonly errorClass: SendErrorClass,
    options?: ErrorOptions,
  ) {
    super(errorClass, options);
  }
}

const CLASS_BY_CODE: Readonly<Record<string, SendErrorClass>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "connect_timeout",
};

/** Names any failure of the network in one of the classes that an attempt is recorded with; `network` when none fits. */
export function classifySendError(error: unknown): SendErrorClass {
  if (error instanceof SendError) return error.errorClass;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_") || code.startsWith("ERR_HTTP")) return "protocol";
  return CLASS_BY_CODE[code] ?? "network";
}
