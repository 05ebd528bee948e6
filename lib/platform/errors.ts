import { ERROR_STATUS, type ErrorCode } from "@/lib/contract";
import { REFUSAL_DIGEST } from "./text";

/** Messages may quote the request, so they are cut. */
export const MAX_MESSAGE_LENGTH = 500;

interface HubErrorOptions {
  cause?: unknown;
  field?: string;
  /** Messages by field, if several are wrong. */
  fields?: Readonly<Record<string, string>>;
}

const IS_HUB_ERROR = Symbol.for("brand-identity-hub: HubError");

/** Has one of the contract's codes. `message` is for people and never contains a secret. */
export class HubError extends Error {
  readonly [IS_HUB_ERROR] = true;
  readonly field?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Absent if unknown. */
  readonly retryAfterSeconds?: number;

  /**
   * Errors cross the copies of this module in Next's pages and the server. Only `HubError` itself is recognised
   * there.
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

/** 400: the message names the broken rule. */
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

/** 401: missing, malformed, expired, revoked or of the wrong kind. */
export class Unauthorized extends HubError {
  constructor(message = "The credential is missing or not valid here.", options?: HubErrorOptions) {
    super("unauthorized", message, options);
  }
}

export class Forbidden extends HubError {
  constructor(message = "You are not allowed to do this.", options?: HubErrorOptions) {
    super("forbidden", message, options);
  }
}

/** 403: the pages ask for re-authentication and repeat the request. */
export class ReauthRequired extends Forbidden {
  constructor() {
    super("Confirm it's you, then try again.");
  }
}

/** 403: also over the API. */
export class TwoFactorRequired extends Forbidden {
  /** @param whose the brand or hub that requires it, as the sentence's subject */
  constructor(whose: string) {
    super(
      `${whose} requires two-factor sign-in. Set up a passkey or authenticator app in your account and sign in with it. Then issue new session tokens.`,
    );
  }
}

/** 403: shown only to the verified owner of the account. */
export class AccountDeactivated extends Forbidden {
  constructor() {
    super("This account is deactivated. Contact a hub administrator.");
  }
}

/** 404: doesn't exist, or belongs to another brand. */
export class NotFound extends HubError {
  constructor(message = "There is nothing here.", options?: HubErrorOptions) {
    super("not_found", message, options);
  }
}

/** 429: over budget. */
export class RateLimited extends HubError {
  /** The only part of an error that Next passes to an error boundary. */
  readonly digest: string;

  constructor(
    override readonly retryAfterSeconds: number,
    message = "Too many requests.",
  ) {
    super("rate_limited", message);
    this.digest = `${REFUSAL_DIGEST}${message}`;
  }
}

export type UnsupportedFileReason = "file_type" | "file_size" | "file_pixels" | "file_invalid";

/** 400: the upload can't be stored. `reason` says why, because the contract's six codes are closed. */
export class UnsupportedFile extends BadRequest {
  constructor(
    readonly reason: UnsupportedFileReason,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, { ...options, field: "file" });
  }
}
