import type { z } from "zod";
import { inBatches } from "./batches";
import { BundleResponse } from "./bundle";
import { type ErrorCode, ErrorEnvelope } from "./errors";
import { type Event, EventAccepted, EventBatchAccepted } from "./events";
import { FederationContext } from "./resources";
import { retryAfterMs } from "./retry-after";
import { Slots } from "./slots";

/** Attempts at one request, the first included (client retry policy: the hub's docs/specification.md, Errors). */
export const MAX_ATTEMPTS = 5;
/** Longest wait between two attempts after a 5xx, in milliseconds. */
export const MAX_BACKOFF_MS = 30_000;
/** Longest `Retry-After` that is waited for, in milliseconds; a longer one is left to the caller. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** Requests of one credential that the hub answers at a time (the hub's docs/specification.md, Limits). */
export const MAX_CONCURRENT_REQUESTS = 2;
const FIRST_BACKOFF_MS = 500;
const ATTEMPT_TIMEOUT_MS = 10_000;

/** The hub refused, or could not be reached. Branch on `code`; it is null when no answer of the contract came. */
export class HubRequestError extends Error {
  override readonly name = "HubRequestError";

  constructor(
    readonly code: ErrorCode | null,
    readonly status: number | null,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface HubClientOptions {
  /** Address of the hub, such as `https://hub.example.com`. */
  baseUrl: string;
  toolSlug: string;
  /** The child app token; it never leaves the back end. */
  token: string;
  fetch?: typeof fetch;
  /** Waits this many milliseconds. */
  sleep?: (ms: number) => Promise<void>;
  /** Evenly spread over [0, 1), for jitter. */
  random?: () => number;
}

interface HubRequest {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  authorized: boolean;
}

/** What came back, read to its end; `body` is undefined where it is no JSON. */
interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

const realSleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls the hub for one child tool, with the retry policy of the contract: 429 after `Retry-After`, 5xx and network failures
 * with exponential backoff up to 30 seconds, five attempts in all; any other 4xx is final at once. Never more than two
 * requests of the tool's credential are open at a time; further ones wait here.
 */
export class HubClient {
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;
  private readonly sleep: (ms: number) => Promise<void>;
  private readonly random: () => number;
  private readonly slots = new Slots(MAX_CONCURRENT_REQUESTS);

  constructor(private readonly options: HubClientOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.sleep = options.sleep ?? realSleep;
    this.random = options.random ?? Math.random;
  }

  /** Reads a brand's bundle; with `since` current the answer is `{ not_modified: true }`. @throws HubRequestError */
  readBundle(brandId: string, since?: number): Promise<BundleResponse> {
    const query = since === undefined ? "" : `?since=${since}`;
    const path = `/api/public/v1/brand/by-id/${encodeURIComponent(brandId)}/bundle${query}`;
    return this.request({ method: "GET", path, authorized: true }, BundleResponse);
  }

  /** Sends one event; sending the same `idempotency_key` again is a no-op. @throws HubRequestError */
  sendEvent(event: Event): Promise<z.output<typeof EventAccepted>> {
    return this.request(
      { method: "POST", path: "/api/public/v1/events", body: event, authorized: true },
      EventAccepted,
    );
  }

  /**
   * Sends events in order, in batches that the hub takes, one after another. Move your cursor only after this has resolved
   * and your own transaction has committed. @throws HubRequestError at the first batch that fails; later ones are not sent
   */
  async sendEvents(events: readonly Event[]): Promise<{ deduped: boolean }[]> {
    const results: { deduped: boolean }[] = [];
    for (const batch of inBatches(events)) {
      const path = "/api/public/v1/events/batch";
      const request = { method: "POST", path, body: { events: batch }, authorized: true } as const;
      results.push(...(await this.request(request, EventBatchAccepted)).results);
    }
    return results;
  }

  /** Turns a federation token into its user's brand context. @throws HubRequestError with `unauthorized` when it is not valid */
  exchange(token: string): Promise<z.output<typeof FederationContext>> {
    const path = "/api/public/federation/exchange";
    return this.request({ method: "POST", path, body: { token }, authorized: false }, FederationContext);
  }

  private async request<Schema extends z.ZodType>(request: HubRequest, schema: Schema): Promise<z.output<Schema>> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await (request.authorized ? this.slots.use(() => this.attempt(request)) : this.attempt(request));
      if (!(outcome instanceof Error) && outcome.status >= 200 && outcome.status < 300)
        return this.parse(outcome, schema);
      const waitMs = this.retryDelayMs(outcome, attempt);
      if (waitMs === null || attempt >= MAX_ATTEMPTS) throw this.failure(outcome);
      await this.sleep(waitMs);
    }
  }

  private async attempt({ method, path, body, authorized }: HubRequest): Promise<Answer | Error> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (authorized) {
      headers.authorization = `Bearer ${this.options.token}`;
      headers["x-tool-slug"] = this.options.toolSlug;
    }
    if (body !== undefined) headers["content-type"] = "application/json";
    try {
      const response = await this.fetch(`${this.baseUrl}${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        // Never followed: the credential stays with the hub it was made for.
        redirect: "manual",
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, body: parseJson(await response.text()) };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private retryDelayMs(outcome: Answer | Error, attempt: number): number | null {
    if (!(outcome instanceof Error) && outcome.status === 429) {
      const waitMs = retryAfterMs(outcome.headers);
      return waitMs <= MAX_RETRY_AFTER_MS ? waitMs : null;
    }
    if (!(outcome instanceof Error) && outcome.status < 500) return null;
    const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
    return ceiling * (0.5 + this.random() / 2);
  }

  private parse<Schema extends z.ZodType>({ status, body }: Answer, schema: Schema): z.output<Schema> {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new HubRequestError(null, status, "The hub's answer does not follow the contract.", { cause: parsed.error });
  }

  private failure(outcome: Answer | Error): HubRequestError {
    if (outcome instanceof Error) {
      return new HubRequestError(null, null, "The hub could not be reached.", { cause: outcome });
    }
    const envelope = ErrorEnvelope.safeParse(outcome.body);
    if (!envelope.success) return new HubRequestError(null, outcome.status, `The hub answered ${outcome.status}.`);
    const { code, message } = envelope.data.error;
    return new HubRequestError(code, outcome.status, message);
  }
}
