// SPDX-License-Identifier: MIT
import type { z } from "zod";
import { inBatches } from "./batches.js";
import { BundleResponse } from "./bundle.js";
import { ChangedBundles, MAX_BRANDS_ASKED } from "./changed-bundles.js";
import { type ErrorCode, ErrorEnvelope } from "./errors.js";
import { type Event, EventAccepted, EventBatchAccepted } from "./events.js";
import { type Open, unknownsIn } from "./open.js";
import { FederationContext, isForTool, MAX_BRANDS_LISTED, type ToolBrand, ToolBrands } from "./resources.js";
import { retryAfterMs } from "./retry-after.js";
import { Slots } from "./slots.js";

/** Attempts at one request, the first included (client retry policy: the hub's docs/specification.md, Errors). */
export const MAX_ATTEMPTS = 5;
/** Longest wait between two attempts after a 5xx, in milliseconds. */
export const MAX_BACKOFF_MS = 30_000;
/** Longest `Retry-After` that is waited for, in milliseconds; a longer one is left to the caller. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** Requests of one credential that the hub answers at a time (the hub's docs/specification.md, Limits). */
export const MAX_CONCURRENT_REQUESTS = 2;
const FIRST_BACKOFF_MS = 500;
const DEFAULT_RETRY_AFTER_MS = 1000;
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface HubRequestErrorOptions extends ErrorOptions {
  requestId?: string | null;
  retryAfterMs?: number | null;
}

/** The hub refused, or could not be reached. */
export class HubRequestError extends Error {
  override readonly name = "HubRequestError";
  /** What to branch on; one that came after this kit is passed on. null when no answer of the contract came. */
  readonly code: Open<ErrorCode> | null;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** `X-Request-Id` of the answer, by which whoever runs the hub finds the request. */
  readonly requestId: string | null;
  /** True where the same request may succeed later: no answer, 429 or 5xx. Anything else is final. */
  readonly retryable: boolean;
  /** After how many milliseconds, where the hub said so. */
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
  /** Address of the hub, such as `https://hub.example.com`. */
  baseUrl: string;
  toolSlug: string;
  /** The child app token; it never leaves the back end. */
  token: string;
  /** Refuses an answer that holds a word or key which this kit does not know (`unknownsIn`), instead of passing it on. */
  strict?: boolean;
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
  /** Counts on the one token that it sends, not on the tool: it waits for no slot of the tool's. */
  ofToken?: true;
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

  /** Reads a brand's bundle; with `since` current the answer is `{ not_modified: true }`. @throws HubRequestError */
  readBundle(brandId: string, since?: number): Promise<BundleResponse> {
    const query = since === undefined ? "" : `?since=${since}`;
    const path = `/api/public/v1/brand/by-id/${encodeURIComponent(brandId)}/bundle${query}`;
    return this.request({ method: "GET", path }, BundleResponse);
  }

  /** Reads every brand that the tool may read, page by page. @throws HubRequestError at the first page that fails */
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

  /** The brand that has this slug now, as the active-brand cookie names it, or null where the tool may read none of it. @throws HubRequestError */
  async findBrand(slug: string): Promise<ToolBrand | null> {
    return (await this.brandsPage({ slug })).brands[0] ?? null;
  }

  private brandsPage(query: Record<string, string>): Promise<z.output<typeof ToolBrands>> {
    return this.request({ method: "GET", path: `/api/public/v1/brands?${new URLSearchParams(query)}` }, ToolBrands);
  }

  /**
   * Asks which of the brands that are held have another version by now, up to a thousand in a request; each brand once.
   * @throws HubRequestError at the first request that fails
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

  /** Sends one event; sending the same `idempotency_key` again is a no-op. @throws HubRequestError */
  sendEvent(event: Event): Promise<z.output<typeof EventAccepted>> {
    return this.request({ method: "POST", path: "/api/public/v1/events", body: event }, EventAccepted);
  }

  /**
   * Sends events in order, in batches that the hub takes, one after another. Move your cursor only after this has resolved
   * and your own transaction has committed. @throws HubRequestError at the first batch that fails; later ones are not sent
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
   * Turns a federation token into its user's brand context, and takes none that was minted for another tool.
   * @throws HubRequestError with `unauthorized` when it is not valid, or another tool's
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

  private async attempt({ method, path, body }: HubRequest): Promise<Answer | Error> {
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
      const waitMs = retryAfterMs(outcome.headers) ?? DEFAULT_RETRY_AFTER_MS;
      return waitMs <= MAX_RETRY_AFTER_MS ? waitMs : null;
    }
    if (!(outcome instanceof Error) && outcome.status < 500) return null;
    const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
    const askedMs = outcome instanceof Error ? 0 : (retryAfterMs(outcome.headers) ?? 0);
    return Math.max(ceiling * (0.5 + this.random() / 2), Math.min(askedMs, MAX_BACKOFF_MS));
  }

  private parse<Schema extends z.ZodType>({ status, headers, body }: Answer, schema: Schema): z.output<Schema> {
    const requestId = headers.get("x-request-id");
    const { data, error: cause } = schema.safeParse(body);
    if (cause) {
      const message = "The hub's answer does not follow the contract.";
      throw new HubRequestError(null, status, message, { cause, requestId });
    }
    const unknown = this.options.strict ? unknownsIn(data, schema) : [];
    if (unknown.length === 0) return data;
    const paths = unknown.map(({ path }) => path).join(", ");
    throw new HubRequestError(null, status, `The hub's answer holds what this kit does not know: ${paths}.`, {
      requestId,
    });
  }

  private failure(outcome: Answer | Error): HubRequestError {
    if (outcome instanceof Error) {
      return new HubRequestError(null, null, "The hub could not be reached.", { cause: outcome });
    }
    const { status, headers, body } = outcome;
    const options = { requestId: headers.get("x-request-id"), retryAfterMs: retryAfterMs(headers) };
    const envelope = ErrorEnvelope.safeParse(body);
    if (!envelope.success) return new HubRequestError(null, status, `The hub answered ${status}.`, options);
    const { code, message } = envelope.data.error;
    return new HubRequestError(code, status, message, options);
  }
}
