/**
 * `blocked_address`: the policy refuses the URL or its address; nothing was sent. `aborted`: the caller's signal fired.
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

/** Safe to store: the excerpt has no NUL and is valid text. */
export interface SendResult {
  /** Null if no status line arrived. */
  status: number | null;
  /** Null if the body was read to its end, or up to 16 KB. */
  errorClass: SendErrorClass | null;
  /** From the name lookup to the end. */
  durationMs: number;
  /** At most 1 KB and 1,024 characters. */
  responseExcerpt: string;
  /** 1 if unreadable, null if absent. */
  retryAfterSeconds: number | null;
}

/** Nothing was sent, or it isn't known what came of it. */
export const withoutResponse = (errorClass: SendErrorClass, durationMs: number): SendResult => ({
  ...{ status: null, errorClass, durationMs },
  ...{ responseExcerpt: "", retryAfterSeconds: null },
});

/**
 * True for a 2xx with a complete body. An incomplete one proves nothing (RFC 9112, 8) and is retried
 * (docs/specification.md, Outbound webhook).
 */
export const isDelivered = (result: Pick<SendResult, "status" | "errorClass">): boolean =>
  result.errorClass === null && result.status !== null && result.status >= 200 && result.status < 300;

/** `delivered`, an error class or a status class such as `status_5xx`. */
export function resultName(result: Pick<SendResult, "status" | "errorClass">): string {
  if (isDelivered(result)) return "delivered";
  // `refused` in metrics would look like the receiver's response.
  if (result.errorClass === "refused") return "connection_refused";
  return result.errorClass ?? `status_${Math.floor((result.status ?? 0) / 100)}xx`;
}

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

/** `network` if no class fits. */
export function classifySendError(error: unknown): SendErrorClass {
  if (error instanceof SendError) return error.errorClass;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_") || code.startsWith("ERR_HTTP")) return "protocol";
  return CLASS_BY_CODE[code] ?? "network";
}
