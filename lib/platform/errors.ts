import { ERROR_STATUS, type ErrorCode } from "@/lib/contract";

/** Longest message that an answer carries; what a request brought along may stand in it. */
export const MAX_MESSAGE_LENGTH = 500;

interface HubErrorOptions {
  cause?: unknown;
  /** Name of the form field or body path at fault, for a message in place. */
  field?: string;
  /** Where several are at fault: the sentence of each, by its name. */
  fields?: Readonly<Record<string, string>>;
}

const IS_HUB_ERROR = Symbol.for("brand-identity-hub: HubError");

/** A failure with a stable code of the contract; `message` is a sentence for people and never carries a secret. */
export class HubError extends Error {
  readonly [IS_HUB_ERROR] = true;
  readonly field?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** When the same call may succeed, in whole seconds; absent where nobody knows. */
  readonly retryAfterSeconds?: number;

  /** Next's pages and the server have a copy of this module each: an error of one copy is a `HubError` in the other. Subclasses know their own copy's alone. */
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

/** 400: the input breaks a rule; the message names the rule. */
export class BadRequest extends HubError {
  constructor(message: string, options?: HubErrorOptions) {
    super("bad_request", message, options);
  }
}

/** 413: more bytes than a page of the hub may send. The API's own bodies get the contract's 400. */
export class TooLarge extends BadRequest {
  override get status(): number {
    return 413;
  }
}

/** 408: a body that comes too slowly for a page of the hub. The API's own bodies get the contract's 400. */
export class TooSlow extends BadRequest {
  override get status(): number {
    return 408;
  }
}

/** 401: no credential, or one that is malformed, expired, revoked or of another kind. */
export class Unauthorized extends HubError {
  constructor(message = "The credential is missing or not valid here.", options?: HubErrorOptions) {
    super("unauthorized", message, options);
  }
}

/** 403: known, but not allowed to touch this brand or tool. */
export class Forbidden extends HubError {
  constructor(message = "You are not allowed to do this.", options?: HubErrorOptions) {
    super("forbidden", message, options);
  }
}

/** 403: allowed, but only to who has just proved who they are; the pages ask for it and repeat what was asked. */
export class ProofNeeded extends Forbidden {
  constructor() {
    super("Confirm that it is you, then try again.");
  }
}

/** 403: allowed, but only to who signed in by two steps. The API says it too. */
export class SecondStepNeeded extends Forbidden {
  /** @param whose who asks for it, as the subject of a sentence */
  constructor(whose: string) {
    super(
      `${whose} asks for two-step sign-in. Sign in with a passkey or a code, which you set up in your account; session tokens have to be issued anew after that.`,
    );
  }
}

/** 403: the account is deactivated. Said only to who has proved that it is theirs. */
export class AccountDeactivated extends Forbidden {
  constructor() {
    super("This account is deactivated. Ask whoever administers the hub.");
  }
}

/** 404: no such brand, tool or resource, or one that belongs to somebody else. */
export class NotFound extends HubError {
  constructor(message = "There is nothing here.", options?: HubErrorOptions) {
    super("not_found", message, options);
  }
}

/** What the digest of a refusal begins with; its sentence for people follows. */
export const REFUSAL_DIGEST = "refused: ";

/** 429: a budget is used up; retry after the given number of whole seconds. */
export class RateLimited extends HubError {
  /** Next hands a page's error boundary the digest of an error, and nothing else of it. */
  readonly digest: string;

  constructor(
    override readonly retryAfterSeconds: number,
    message = "Too many requests.",
  ) {
    super("rate_limited", message);
    this.digest = `${REFUSAL_DIGEST}${message}`;
  }
}

/** What is wrong with an upload, to branch on: its type, its size in bytes, its size in pixels, or its inside. */
export type UnsupportedFileReason = "file_type" | "file_size" | "file_pixels" | "file_invalid";

/**
 * 400: an upload that cannot be stored; the message says what to do about it. `code` stays the contract's `bad_request`
 * (the six codes are closed), `reason` says which rule was broken.
 */
export class UnsupportedFile extends BadRequest {
  constructor(
    readonly reason: UnsupportedFileReason,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, { ...options, field: "file" });
  }
}
