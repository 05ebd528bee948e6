import { type ClientRequest, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { retryAfterMs } from "@/lib/contract/retry-after";
import { metrics } from "@/lib/platform/metrics";
import { inSpan, traceHeaders } from "@/lib/platform/tracing";
import { GuardedConnections, type SocketGuard } from "./guarded-connections";
import { classifySendError, resultName, SendError, type SendErrorClass, type SendResult } from "./send-result";
import {
  checkWebhookUrl,
  isRefusedAddress,
  type LookupAddresses,
  lookupAddresses,
  mayReadAnswer,
  reachableBy,
  type WebhookUrlPolicy,
} from "./webhook-url-policy";

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent byte for byte; a string as UTF-8. */
  body: string | Buffer;
  policy: WebhookUrlPolicy;
  timeouts?: { totalMs?: number; connectMs?: number };
  signal?: AbortSignal;
  /** Only for a `Retry-After` date in an answer that bears no `Date` of its own. */
  now?: Date;
}

/** The network as the sender sees it; another one is passed in by tests alone. */
export interface Network {
  lookup: LookupAddresses;
  isRefusedAddress: (address: string) => boolean;
  ca?: string;
}

const SYSTEM_NETWORK: Network = { lookup: lookupAddresses, isRefusedAddress };
/** Kept connections, apart for each network: what one may reach, another may not. */
const kept = new WeakMap<Network, GuardedConnections>();

function connectionsOf(network: Network): GuardedConnections {
  const connections = kept.get(network) ?? new GuardedConnections();
  kept.set(network, connections);
  return connections;
}

const DEFAULT_TIMEOUTS = { totalMs: 10_000, connectMs: 3_000 };
const MAX_READ_BYTES = 16 * 1024;
const MAX_EXCERPT_BYTES = 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL_ANSWERS = 8;

/** asctime dates name no zone, but mean GMT (RFC 9110, 5.6.7). */
const inGmt = (date: string) => (/\d$/.test(date) && /[a-z]/i.test(date) ? `${date} GMT` : date);

/** The receiver's wish, if it has one. A date counts from the answer's own, so that a receiver's wrong clock does no harm. */
function retryAfterSeconds({ "retry-after": value, date }: IncomingHttpHeaders, now: Date | undefined): number | null {
  if (value === undefined) return null;
  const headers = new Headers({ "retry-after": inGmt(value), date: date ?? now?.toUTCString() ?? "" });
  return (retryAfterMs(headers) ?? 1000) / 1000;
}

/** What has been read of an answer so far. Keeps 1 KB of its body, however much arrives. */
class Answer {
  status: number | null = null;
  /** Of an address in the allowed networks. */
  isPrivate = false;
  retryAfterSeconds: number | null = null;
  private readonly kept: Uint8Array[] = [];
  private readBytes = 0;

  /** Takes in a piece of the body; false once no more is wanted. */
  read(chunk: Uint8Array): boolean {
    if (this.readBytes < MAX_EXCERPT_BYTES) this.kept.push(chunk.subarray(0, MAX_EXCERPT_BYTES - this.readBytes));
    this.readBytes += chunk.length;
    return this.readBytes < MAX_READ_BYTES;
  }

  /**
   * The first 1 KB of the body as text that PostgreSQL can hold: NUL and invalid UTF-8 become U+FFFD, and a character
   * that the cut went through is left out.
   */
  excerpt(): string {
    const cut = this.readBytes > MAX_EXCERPT_BYTES;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(this.kept), { stream: cut });
    return text.replaceAll("\0", "\ufffd");
  }
}

interface Exchange {
  url: URL;
  request: WebhookRequest;
  guard: SocketGuard;
  connections: GuardedConnections;
  signal: AbortSignal;
  /** Called once there is a connection to send on. */
  connected: () => void;
}

/** A kept connection that its receiver had given up: it broke before a byte of an answer came. */
class StaleConnection extends Error {}

/** Sends the request and reads the answer into `answer`; rejects when it is not whole. Whatever is not read to its end takes its connection along. */
async function exchange(of: Exchange, answer: Answer): Promise<void> {
  const { url, request, guard, connections, signal, connected } = of;
  let sent: ClientRequest | undefined;
  let readBefore = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      sent = requestHttp(
        connections.towards(
          { url, guard, signal },
          {
            method: "POST",
            path: url.pathname + url.search,
            maxHeaderSize: MAX_HEADER_BYTES,
            insecureHTTPParser: false,
            headers: {
              ...request.headers,
              Host: url.host,
              "Content-Length": Buffer.byteLength(request.body),
              "Accept-Encoding": "identity",
            },
          },
        ),
      );
      let informational = 0;
      sent.on("socket", (socket) => {
        readBefore = socket.bytesRead;
        connected();
      });
      sent.on("information", () => {
        informational += 1;
        if (informational > MAX_INFORMATIONAL_ANSWERS) reject(new SendError("protocol"));
      });
      sent.on("upgrade", (_, socket) => {
        // It is the caller's from here on, and no longer the request's.
        socket.destroy();
        reject(new SendError("protocol"));
      });
      sent.on("error", reject);
      sent.on("close", () => {
        if (answer.status === null) reject(new SendError("reset"));
      });
      sent.on("response", (response) => {
        answer.status = response.statusCode ?? null;
        const { remoteAddress } = response.socket;
        const { allowedNetworks } = request.policy;
        // A connection that was reset has no address any more.
        answer.isPrivate = allowedNetworks !== undefined && (!remoteAddress || allowedNetworks.has(remoteAddress));
        answer.retryAfterSeconds = retryAfterSeconds(response.headers, request.now);
        response.on("data", (chunk: Buffer) => {
          if (!answer.read(chunk)) {
            sent?.destroy();
            resolve();
          }
        });
        response.on("end", () => {
          // It does not wait for the rest of the request, so nor is it waited for until it has read that.
          if (!sent?.writableFinished) sent?.destroy();
          resolve();
        });
        response.on("error", reject);
        response.on("close", () => {
          if (!response.complete) reject(new SendError("reset"));
        });
      });
      sent.end(request.body);
    });
  } catch (error) {
    sent?.destroy();
    const isStale = sent?.reusedSocket && sent.socket?.bytesRead === readBefore && classifySendError(error) === "reset";
    throw isStale ? new StaleConnection() : error;
  }
}

/**
 * The same, once more on a connection of its own where a kept one was stale: a receiver may close what it has had no request on at any moment,
 * also as one is on its way. Where it read that one all the same it gets the delivery twice, under one id and within one attempt.
 */
async function exchangeOnceMore(of: Exchange, answer: Answer): Promise<void> {
  try {
    await exchange(of, answer);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    await exchange({ ...of, connections: new GuardedConnections({ keepAlive: false }) }, answer);
  }
}

async function attempt(request: WebhookRequest, network: Network): Promise<SendResult> {
  const startedAtMs = performance.now();
  const { totalMs, connectMs } = { ...DEFAULT_TIMEOUTS, ...request.timeouts };
  const ending = new AbortController();
  const endWith = (errorClass: SendErrorClass) => () => ending.abort(new SendError(errorClass));
  const abort = endWith("aborted");
  request.signal?.addEventListener("abort", abort, { once: true });
  if (request.signal?.aborted) abort();
  const totalTimer = setTimeout(endWith("timeout"), totalMs);
  const connectTimer = setTimeout(endWith("connect_timeout"), connectMs);

  const answer = new Answer();
  let errorClass: SendErrorClass | null = null;
  try {
    const verdict = checkWebhookUrl(request.url, request.policy);
    if (!verdict.ok) throw new SendError("blocked_address");
    const isAllowed = reachableBy(verdict.url, request.policy, network.isRefusedAddress);
    const url = new URL(verdict.url);
    const of: Exchange = {
      url,
      request,
      guard: { lookup: network.lookup, ca: network.ca, isAllowed },
      connections: connectionsOf(network),
      signal: ending.signal,
      connected: () => clearTimeout(connectTimer),
    };
    await exchangeOnceMore(of, answer);
  } catch (error) {
    errorClass = classifySendError(error);
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(connectTimer);
    request.signal?.removeEventListener("abort", abort);
  }
  return {
    status: answer.status,
    errorClass,
    durationMs: Math.round(performance.now() - startedAtMs),
    responseExcerpt: mayReadAnswer(request.url, request.policy) && !answer.isPrivate ? answer.excerpt() : "",
    retryAfterSeconds: answer.retryAfterSeconds,
  };
}

/**
 * Makes one attempt at a POST and always says what it came to: never throws for anything the network or the receiver does.
 *
 * 3 s to a usable connection (lookup, TCP and TLS), 10 s in all; no redirect is followed, nothing is inflated, at most 16 KB
 * of the body and 16 KB of headers are read. The URL and the address actually dialled are checked, see `checkWebhookUrl` and
 * `openGuardedSocket`; a connection whose answer was read whole is kept for a moment, see `GuardedConnections`. Source: docs/decisions/integrations.md, Webhooks.
 */
export async function sendWebhook(request: WebhookRequest, network: Network = SYSTEM_NETWORK): Promise<SendResult> {
  // The host alone: path and query of a webhook URL may be a capability of the receiver's.
  const host = URL.canParse(request.url) ? new URL(request.url).hostname : "";
  const attributes = { "http.request.method": "POST", "server.address": host };
  return inSpan({ name: "deliver webhook", kind: "client", attributes }, async (note) => {
    const result = await attempt({ ...request, headers: { ...request.headers, ...traceHeaders() } }, network);
    metrics().deliveryAttempts.labels(resultName(result)).inc();
    metrics().deliverySeconds.observe(result.durationMs / 1000);
    note({ "hub.delivery.result": resultName(result), "http.response.status_code": result.status ?? 0 });
    return result;
  });
}
