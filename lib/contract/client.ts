// SPDX-License-Identifier: MIT
import type { z } from "zod";
import { inBatches } from "./batches.js";
import { BundleResponse } from "./bundle.js";
import { ChangedBundles, MAX_BRANDS_ASKED } from "./changed-bundles.js";
import { type CheckRequest, CheckResult } from "./check.js";
import { type ErrorCode, ErrorEnvelope } from "./errors.js";
import { type Event, EventAccepted, EventBatchAccepted } from "./events.js";
import { type Open, unknownsIn } from "./open.js";
import { FederationContext, isForTool, MAX_BRANDS_LISTED, type ToolBrand, ToolBrands } from "./resources.js";
import { retryAfterMs } from "./retry-after.js";
import { Slots } from "./slots.js";

/** Attempts per request, including the first. */
export const MAX_ATTEMPTS = 5;
/** Longest wait between attempts after a 5xx, in milliseconds. */
export const MAX_BACKOFF_MS = 30_000;
/** Longest `Retry-After` the client waits for, in milliseconds. It throws on longer ones. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** Concurrent requests that the hub allows per credential. */
export const MAX_CONCURRENT_REQUESTS = 2;
const FIRST_BACKOFF_MS = 500;
const DEFAULT_RETRY_AFTER_MS = 1000;
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface HubRequestErrorOptions extends ErrorOptions {
  requestId?: string | null;
  retryAfterMs?: number | null;
}

/** The hub refused the request or was unreachable. */
export class HubRequestError extends Error {
  override readonly name = "HubRequestError";
  /** Branch on this. null if the response had no error envelope. */
  readonly code: Open<ErrorCode> | null;
  /** HTTP status, or null if there was no response. */
  readonly status: number | null;
  /** `X-Request-Id` of the response. Quote it when you ask for help. */
  readonly requestId: string | null;
  /** True if the same request may succeed later: no response, 429 or 5xx. */
  readonly retryable: boolean;
  /** `Retry-After` in milliseconds, or null. */
  readonly retryAfterMs: number | null;

  constructor(
    code: Open<ErrorCode> | null,
    status: number | null,
    message: string,
    { requestId = null, retryAfterMs = null, ...options }: HubRequestErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryable = status === null || status === 429 || status >= 500;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface HubClientOptions {
  /** Such as `https://hub.example.com`. */
  baseUrl: string;
  toolSlug: string;
  /** The child app token. Keep it on the server. */
  token: string;
  /** Throws on values and keys that this kit doesn't know. */
  strict?: boolean;
  fetch?: typeof fetch;
  /** Waits this many milliseconds. */
  sleep?: (ms: number) => Promise<void>;
  /** Returns a number from 0 up to but excluding 1, for jitter. */
  random?: () => number;
}

interface HubRequest {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  /** Rate-limited by its own token, so it takes no slot. */
  ofToken?: true;
}

/** `body` is undefined if it isn't JSON. */
interface HubResponse {
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
 * Calls the hub for one tool.
 * Tries a request up to five times: after `Retry-After` on 429, with backoff up to 30 seconds on 5xx and network
 * errors. Other 4xx are final. At most two requests run at once.
 */
export class HubClient {
  private readonly options: HubClientOptions;
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;
  private readonly sleep: (ms: number) => Promise<void>;
  private readonly random: () => number;
  private readonly slots = new Slots(MAX_CONCURRENT_REQUESTS);

  constructor(options: HubClientOptions) {
    this.options = options;
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.sleep = options.sleep ?? realSleep;
    this.random = options.random ?? Math.random;
  }

  /** Returns the bundle, or `{ not_modified: true }` if `since` is current. @throws HubRequestError */
  readBundle(brandId: string, since?: number): Promise<BundleResponse> {
    const query = since === undefined ? "" : `?since=${since}`;
    const path = `/api/public/v1/brand/by-id/${encodeURIComponent(brandId)}/bundle${query}`;
    return this.request({ method: "GET", path }, BundleResponse);
  }

  /** Lists every brand that the tool can read. @throws HubRequestError if any page fails */
  async listBrands(): Promise<ToolBrand[]> {
    const found: ToolBrand[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: z.output<typeof ToolBrands> = await this.brandsPage({
        limit: String(MAX_BRANDS_LISTED),
        ...(after && { after }),
      });
      found.push(...page.brands);
      after = page.next;
    }
    return found;
  }

  /** Returns the brand, or null if the tool can't read it. @throws HubRequestError */
  async findBrand(slug: string): Promise<ToolBrand | null> {
    return (await this.brandsPage({ slug })).brands[0] ?? null;
  }

  private brandsPage(query: Record<string, string>): Promise<z.output<typeof ToolBrands>> {
    return this.request({ method: "GET", path: `/api/public/v1/brands?${new URLSearchParams(query)}` }, ToolBrands);
  }

  /**
   * Finds which of your stored brands changed. One request covers 1,000 brands.
   * @throws HubRequestError if any request fails
   */
  async findChangedBundles(brands: readonly { id: string; since: number }[]): Promise<ChangedBundles> {
    const found: ChangedBundles = { changed: [], forbidden: [], not_found: [] };
    for (let start = 0; start < brands.length; start += MAX_BRANDS_ASKED) {
      const body = { brands: brands.slice(start, start + MAX_BRANDS_ASKED) };
      const request = { method: "POST", path: "/api/public/v1/bundles/changed", body } as const;
      const part = await this.request(request, ChangedBundles);
      found.changed.push(...part.changed);
      found.forbidden.push(...part.forbidden);
      found.not_found.push(...part.not_found);
    }
    return found;
  }

  /** Checks content against a version of the brand, by default the current one. @throws HubRequestError */
  checkContent(brandId: string, request: CheckRequest): Promise<CheckResult> {
    const path = `/api/public/v1/brand/by-id/${encodeURIComponent(brandId)}/check`;
    return this.request({ method: "POST", path, body: request }, CheckResult);
  }

  /** Sends one event. Sending an `idempotency_key` again has no effect. @throws HubRequestError */
  sendEvent(event: Event): Promise<z.output<typeof EventAccepted>> {
    return this.request({ method: "POST", path: "/api/public/v1/events", body: event }, EventAccepted);
  }

  /**
   * Sends events in order, in batches. Then advance your cursor, after your transaction commits.
   * @throws HubRequestError for the first batch that fails. Later batches are not sent.
   */
  async sendEvents(events: readonly Event[]): Promise<{ deduped: boolean }[]> {
    const results: { deduped: boolean }[] = [];
    for (const batch of inBatches(events)) {
      const path = "/api/public/v1/events/batch";
      const request = { method: "POST", path, body: { events: batch } } as const;
      results.push(...(await this.request(request, EventBatchAccepted)).results);
    }
    return results;
  }

  /**
   * Exchanges a federation token for its user and brand.
   * @throws HubRequestError with `unauthorized` if the token is invalid or was minted for another tool
   */
  async exchange(token: string): Promise<FederationContext> {
    const request = {
      method: "POST",
      path: "/api/public/federation/exchange",
      body: { token },
      ofToken: true,
    } as const;
    const context = await this.request(request, FederationContext);
    if (!isForTool(context, this.options.toolSlug))
      throw new HubRequestError("unauthorized", 401, "The token was minted for another tool.");
    return context;
  }

  private async request<Schema extends z.ZodType>(request: HubRequest, schema: Schema): Promise<z.output<Schema>> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await (request.ofToken ? this.attempt(request) : this.slots.use(() => this.attempt(request)));
      if (!(outcome instanceof Error) && outcome.status >= 200 && outcome.status < 300)
        return this.parse(outcome, schema);
      const waitMs = this.retryDelayMs(outcome, attempt);
      if (waitMs === null || attempt >= MAX_ATTEMPTS) throw this.failure(outcome);
      await this.sleep(waitMs);
    }
  }

  private async attempt({ method, path, body }: HubRequest): Promise<HubResponse | Error> {
    const headers: Record<string, string> = {
      accept: "application/json",
      authorization: `Bearer ${this.options.token}`,
      "x-tool-slug": this.options.toolSlug,
    };
    if (body !== undefined) headers["content-type"] = "application/json";
    try {
      const response = await this.fetch(`${this.baseUrl}${path}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        // A redirect must not carry the credential to another host.
        redirect: "manual",
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, body: parseJson(await response.text()) };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private retryDelayMs(outcome: HubResponse | Error, attempt: number): number | null {
    if (!(outcome instanceof Error) && outcome.status === 429) {
      const waitMs = retryAfterMs(outcome.headers) ?? DEFAULT_RETRY_AFTER_MS;
      return waitMs <= MAX_RETRY_AFTER_MS ? waitMs : null;
    }
    if (!(outcome instanceof Error) && outcome.status < 500) return null;
    const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
    const serverMs = outcome instanceof Error ? 0 : (retryAfterMs(outcome.headers) ?? 0);
    return Math.max(ceiling * (0.5 + this.random() / 2), Math.min(serverMs, MAX_BACKOFF_MS));
  }

  private parse<Schema extends z.ZodType>({ status, headers, body }: HubResponse, schema: Schema): z.output<Schema> {
    const requestId = headers.get("x-request-id");
    const { data, error: cause } = schema.safeParse(body);
    if (cause) {
      const message = "The hub's response does not match the contract.";
      throw new HubRequestError(null, status, message, { cause, requestId });
    }
    const unknown = this.options.strict ? unknownsIn(data, schema) : [];
    if (unknown.length === 0) return data;
    const paths = unknown.map(({ path }) => path).join(", ");
    throw new HubRequestError(
      null,
      status,
      `The hub's response has values or keys that this kit doesn't know: ${paths}.`,
      {
        requestId,
      },
    );
  }

  private failure(outcome: HubResponse | Error): HubRequestError {
    if (outcome instanceof Error) {
      return new HubRequestError(null, null, "The hub is unreachable.", { cause: outcome });
    }
    const { status, headers, body } = outcome;
    const options = { requestId: headers.get("x-request-id"), retryAfterMs: retryAfterMs(headers) };
    const envelope = ErrorEnvelope.safeParse(body);
    if (!envelope.success) return new HubRequestError(null, status, `The hub answered ${status}.`, options);
    const { code, message } = envelope.data.error;
    return new HubRequestError(code, status, message, options);
  }
}
