import type { SendErrorClass } from "./send-result";

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
