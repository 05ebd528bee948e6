import { ERROR_STATUS, type ErrorCode } from "@/lib/contract";

/** Messages may quote the request, so they are cut at this length. */
export const MAX_MESSAGE_LENGTH = 500;

interface HubErrorOptions {
  cause?: unknown;
  /** The form field or body path at fault. */
  field?: string;
  /** A message per field, where several are at fault. */
  fields?: Readonly<Record<string, string>>;
}

const IS_HUB_ERROR = Symbol.for("brand-identity-hub: HubError");

/** A failure with one of the contract's codes. `message` is for people and never contains a secret. */
export class HubError extends Error {
  readonly [IS_HUB_ERROR] = true;
  readonly field?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Whole seconds until a retry may succeed; absent if unknown. */
  readonly retryAfterSeconds?: number;

  /**
   * Next's pages and the server each load this module, so errors cross copies. Only `HubError` is recognised across
   * them, not its subclasses.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit this method.
    if (this !== HubError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === "object" && value !== null && IS_HUB_ERROR in value;
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: HubErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.field = options.field;
    this.fields = options.fields;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** 400: invalid input; the message names the rule. */
export class BadRequest extends HubError {
  constructor(message: string, options?: HubErrorOptions) {
    super("bad_request", message, options);
  }
}

/** 413: too large for the hub's pages. API bodies get 400. */
export class TooLarge extends BadRequest {
  override get status(): number {
    return 413;
  }
}

/** 408: too slow for the hub's pages. API bodies get 400. */
export class TooSlow extends BadRequest {
  override get status(): number {
    return 408;
  }
}

/** 401: credential missing, malformed, expired, revoked or of the wrong kind. */
export class Unauthorized extends HubError {
  constructor(message = "The credential is missing or not valid here.", options?: HubErrorOptions) {
    super("unauthorized", message, options);
  }
}

/** 403: authenticated but not allowed. */
export class Forbidden extends HubError {
  constructor(message = "You are not allowed to do this.", options?: HubErrorOptions) {
    super("forbidden", message, options);
  }
}

/** 403: needs re-authentication. The pages ask for it and repeat the request. */
export class ProofNeeded extends Forbidden {
  constructor() {
    super("Confirm that it is you, then try again.");
  }
}

/** 403: needs two-factor sign-in, also over the API. */
export class SecondStepNeeded extends Forbidden {
  /** @param whose the brand or hub that requires it, as the subject of the sentence */
  constructor(whose: string) {
    super(
      `${whose} asks for two-step sign-in. Sign in with a passkey or a code, which you set up in your account; session tokens have to be issued anew after that.`,
    );
  }
}

/** 403: shown only after the person has verified that the account is theirs. */
export class AccountDeactivated extends Forbidden {
  constructor() {
    super("This account is deactivated. Ask whoever administers the hub.");
  }
}

/** 404: doesn't exist, or belongs to another brand. */
export class NotFound extends HubError {
  constructor(message = "There is nothing here.", options?: HubErrorOptions) {
    super("not_found", message, options);
  }
}

/** Prefix of the digest; the message follows. */
export const REFUSAL_DIGEST = "refused: ";

/** 429: over budget. Retry after this many whole seconds. */
export class RateLimited extends HubError {
  /** The only part of an error that Next passes to a page's error boundary. */
  readonly digest: string;

  constructor(
    override readonly retryAfterSeconds: number,
    message = "Too many requests.",
  ) {
    super("rate_limited", message);
    this.digest = `${REFUSAL_DIGEST}${message}`;
  }
}

/** Which rule an upload broke: type, bytes, pixels or content. */
export type UnsupportedFileReason = "file_type" | "file_size" | "file_pixels" | "file_invalid";

/** 400: the upload can't be stored. The contract's six codes are closed, so `reason` says which rule it broke. */
export class UnsupportedFile extends BadRequest {
  constructor(
    readonly reason: UnsupportedFileReason,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, { ...options, field: "file" });
  }
}
