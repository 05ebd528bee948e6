import { type ClientRequest, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { retryAfterMs } from "@/lib/contract/retry-after";
import { metrics } from "@/lib/platform/metrics";
import { inSpan, traceHeaders } from "@/lib/platform/tracing";
import { GuardedConnections, type SocketGuard } from "./guarded-connections";
import { classifySendError, resultName, SendError, type SendErrorClass, type SendResult } from "./send-result";
import {
  canReadAnswer,
  checkWebhookUrl,
  isRefusedAddress,
  type LookupAddresses,
  lookupAddresses,
  reachableBy,
  type WebhookUrlPolicy,
} from "./webhook-url-policy";

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The exact bytes to send; a string is UTF-8. */
  body: string | Buffer;
  policy: WebhookUrlPolicy;
  timeouts?: { totalMs?: number; connectMs?: number };
  signal?: AbortSignal;
  /** For a `Retry-After` date in a response without `Date`. */
  now?: Date;
}

/** Only tests pass another one. */
export interface Network {
  lookup: LookupAddresses;
  isRefusedAddress: (address: string) => boolean;
  ca?: string;
}

export const SYSTEM_NETWORK: Network = { lookup: lookupAddresses, isRefusedAddress };
/** Each network may reach different addresses. */
const connectionPools = new WeakMap<Network, GuardedConnections>();

function connectionsOf(network: Network): GuardedConnections {
  const connections = connectionPools.get(network) ?? new GuardedConnections();
  connectionPools.set(network, connections);
  return connections;
}

const DEFAULT_TIMEOUTS = { totalMs: 10_000, connectMs: 3_000 };
const MAX_READ_BYTES = 16 * 1024;
const MAX_EXCERPT_BYTES = 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL_ANSWERS = 8;

/** asctime dates name no zone but mean GMT (RFC 9110, 5.6.7). */
const inGmt = (date: string) => (/\d$/.test(date) && /[a-z]/i.test(date) ? `${date} GMT` : date);

/** Compared with the response's `Date`, in case the receiver's clock is wrong. */
function retryAfterSeconds({ "retry-after": value, date }: IncomingHttpHeaders, now: Date | undefined): number | null {
  if (value === undefined) return null;
  const headers = new Headers({ "retry-after": inGmt(value), date: date ?? now?.toUTCString() ?? "" });
  return (retryAfterMs(headers) ?? 1000) / 1000;
}

/** Keeps 1 KB of the body. */
class Answer {
  status: number | null = null;
  /** From an address in the allowed networks. */
  isPrivate = false;
  retryAfterSeconds: number | null = null;
  private readonly kept: Uint8Array[] = [];
  private readBytes = 0;

  read(chunk: Uint8Array): boolean {
    if (this.readBytes < MAX_EXCERPT_BYTES) this.kept.push(chunk.subarray(0, MAX_EXCERPT_BYTES - this.readBytes));
    this.readBytes += chunk.length;
    return this.readBytes < MAX_READ_BYTES;
  }

  /** As text that PostgreSQL can store: NUL and invalid UTF-8 become U+FFFD, and a character cut in half is dropped. */
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
  connected: () => void;
}

/** A reused connection broke before the first byte of a response. */
class StaleConnection extends Error {}

/** Rejects if the response is incomplete. One not read to its end closes its connection. */
async function exchange(params: Exchange, answer: Answer): Promise<void> {
  const { url, request, guard, connections, signal, connected } = params;
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
        // After an upgrade the socket belongs to the caller.
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
        // A reset connection has no address any more.
        answer.isPrivate = allowedNetworks !== undefined && (!remoteAddress || allowedNetworks.has(remoteAddress));
        answer.retryAfterSeconds = retryAfterSeconds(response.headers, request.now);
        response.on("data", (chunk: Buffer) => {
          if (!answer.read(chunk)) {
            sent?.destroy();
            resolve();
          }
        });
        response.on("end", () => {
          // The receiver answered without reading the whole request.
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
 * Retries once on a fresh connection: a receiver may close an idle one while a request is on its way. If it did read
 * the request, it gets the delivery twice under the same id and attempt.
 */
async function exchangeWithRetry(params: Exchange, answer: Answer): Promise<void> {
  try {
    await exchange(params, answer);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    await exchange({ ...params, connections: new GuardedConnections({ keepAlive: false }) }, answer);
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
    const params: Exchange = {
      url,
      request,
      guard: { lookup: network.lookup, ca: network.ca, isAllowed },
      connections: connectionsOf(network),
      signal: ending.signal,
      connected: () => clearTimeout(connectTimer),
    };
    await exchangeWithRetry(params, answer);
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
    responseExcerpt: canReadAnswer(request.url, request.policy) && !answer.isPrivate ? answer.excerpt() : "",
    retryAfterSeconds: answer.retryAfterSeconds,
  };
}

/**
 * Makes one POST attempt. Never throws for anything the network or the receiver does.
 *
 * 3 s to connect, 10 s in all. Follows no redirect, decompresses nothing, and reads at most 16 KB each of body and
 * headers. Checks the URL and the dialled address. Keeps the connection for a moment after a complete response. Source:
 * docs/decisions/integrations.md, Webhooks.
 */
export async function sendWebhook(request: WebhookRequest, network: Network = SYSTEM_NETWORK): Promise<SendResult> {
  // Path and query of a webhook URL may contain a secret.
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
