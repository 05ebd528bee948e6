import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { clientIp, PEER_HEADER, trustPeerHeader } from "@/lib/api/client-ip";
import { refusal, refusalOf } from "@/lib/api/envelope";
import { type Answer, forMethod, writeAnswer } from "@/lib/api/hot-path/answer";
import { type HubRequest, headersOf, originForm, type Pieces, requestOfNode } from "@/lib/api/hot-path/request";
import { newRequestScope, type RequestKind, requestEnded } from "@/lib/api/observe-request";
import { answerMetrics, answerProbe, isProbe, METRICS_PATH, probeWhileStarting } from "@/lib/api/probes";
import { answerPublicApi } from "@/lib/api/public-api";
import { env } from "@/lib/platform/config/env";
import { HubError, TooSlow } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { inRequestScope, type RequestScope } from "@/lib/platform/request-scope";
import { isSignedIn } from "@/lib/web/auth/is-signed-in";
import { createHttpServer, type HttpServer } from "./http-server";
import { isFile, isPage, isPublicApi, nextCarries, pathOf } from "./request-path";
import { hasReadableRouterState } from "./router-state";
import { anonymousBodies, answerUnreadableForms, hasBody, isUpload, knownBodies, takeBody } from "./take-body";

const FORWARDED = /^(?:forwarded|x-forwarded-.+)$/i;

const isForwarded = (name: string): boolean =>
  name.startsWith("x-forwarded-") ? name.length > "x-forwarded-".length : name === "forwarded";

let warned = false;

/**
 * Removes headers that only proxies may set (`X-Forwarded-*`, `Forwarded`), unless `TRUSTED_PROXY_HOPS` is set:
 * clients can make them up.
 */
function dropForwarded(request: IncomingMessage): void {
  if (env.TRUSTED_PROXY_HOPS > 0) return;
  // Read `headers` first: Node derives them from the raw ones and remembers their number.
  const { headers, rawHeaders } = request;
  const found = Object.keys(headers).filter(isForwarded);
  if (found.length === 0) return;
  for (const name of found) delete headers[name];
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (FORWARDED.test(rawHeaders[index] ?? "")) rawHeaders.splice(index, 2);
  if (warned) return;
  warned = true;
  log.warn({ headers: found }, "ignored a proxy's headers; if the hub is behind a proxy, set TRUSTED_PROXY_HOPS");
}

interface Refusal {
  status: 400 | 405;
  message: string;
  allow?: string;
  /** True if people read the response. */
  page?: boolean;
  /** Closes the connection: the hub and a proxy may disagree on where the request ends. */
  ends?: boolean;
}

const MALFORMED: Refusal = {
  status: 400,
  message: "The request line or the Host header is malformed.",
  ends: true,
};

/** A host as in URLs, with or without a port (RFC 9110, 7.2); never empty (4.2.1). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;

/** Node drops a second `Host` that a proxy may have used. Only HTTP/1.0 may omit it (RFC 9112, 3.2). */
function hasValidHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1] ?? "";
  }
  return host === undefined ? httpVersion === "1.0" : HOST.test(host);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The request's path, or why it is refused before any other code runs. */
function checkRequest(request: IncomingMessage, path: string | null): { path: string } | Refusal {
  const { method = "", url = "" } = request;
  if (!hasValidHost(request)) return MALFORMED;
  // A question about the server as a whole, which has no options.
  if (url === "*" && method === "OPTIONS")
    return { status: 405, message: "OPTIONS * is not supported.", allow: "GET, HEAD, POST" };
  if (path === null) return MALFORMED;
  if (isPublicApi(path)) return { path };
  const allow = isFile(path) ? "GET, HEAD" : "GET, HEAD, POST";
  const page = isPage(path);
  if (!allow.split(", ").includes(method))
    return { status: 405, message: `${method} is not allowed here. Allowed: ${allow}.`, allow, page };
  if (!isReadable(path)) return { status: 400, message: "The URL contains an invalid percent escape.", page };
  if (!hasReadableRouterState(request))
    return { status: 400, message: "The header Next-Router-State-Tree is malformed.", page };
  return { path };
}

/** Answers everything except the public API: Next's request handler. */
export type PassOn = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const CALLER_WENT_AWAY = 499;

/** A year, without subdomains, which aren't the hub's to decide (RFC 6797). */
const HTTPS_ONLY = "max-age=31536000";

const fieldsOf = ({ id }: RequestScope): Record<string, string> =>
  env.HUB_BASE_URL.startsWith("https:")
    ? { "x-request-id": id, "strict-transport-security": HTTPS_ONLY }
    : { "x-request-id": id };

const asText = ({ status, headers }: Answer, message: string): Answer => ({
  status,
  headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
  body: `${message}\n`,
});

function answerOf({ status, message, allow, page, ends }: Refusal): Answer {
  const answer = refusal("bad_request", message, status, {
    ...(allow && { allow }),
    ...(ends && { connection: "close" }),
  });
  return page ? asText(answer, message) : answer;
}

/** Why a body was refused. The hub's upload script reads it. */
function bodyRefusal(error: unknown, path: string): Answer {
  const answer = refusalOf(error);
  if (error instanceof TooSlow) answer.headers.connection = "close";
  return error instanceof HubError && isPage(path) && !isUpload(path) ? asText(answer, error.message) : answer;
}

const isOperators = (path: string): boolean => isProbe(path) || path === METRICS_PATH;

function kindOf({ method, headers }: IncomingMessage, path: string): RequestKind {
  if (isPublicApi(path)) return "unknown";
  if (isOperators(path)) return "probe";
  if (isFile(path)) return "file";
  if (path.startsWith("/_next/")) return "asset";
  if (path.startsWith("/api/auth/")) return "sign-in";
  return method === "POST" && "next-action" in headers ? "action" : "page";
}

function observe(request: IncomingMessage, response: ServerResponse, path: string | null): RequestScope {
  const { socket, headers, method = "" } = request;
  const startedMs = performance.now();
  const writtenBefore = socket.bytesWritten;
  const scope = newRequestScope(headers["x-request-id"] as string | undefined, kindOf(request, path ?? ""));
  response.on("close", () =>
    requestEnded(scope, {
      method,
      status: response.headersSent ? response.statusCode : CALLER_WENT_AWAY,
      durationMs: performance.now() - startedMs,
      bytes: socket.bytesWritten - writtenBefore,
    }),
  );
  return scope;
}

/**
 * Makes a request wait for its listener. Body data comes only after that, because `takeBody` wouldn't see what is
 * buffered before.
 */
function waitFor(later: Promise<RequestListener>, request: IncomingMessage, response: ServerResponse): void {
  const { push } = request;
  const early: (Buffer | null)[] = [];
  request.push = (piece: Buffer | null): boolean => {
    early.push(piece);
    // Makes Node pause the connection.
    return false;
  };
  void later.then((listener) => {
    request.push = push;
    listener(request, response);
    for (const piece of early) request.push(piece);
    request.socket.resume();
  });
}

export interface Started {
  listener: RequestListener;
  loading: Promise<unknown>;
}

/**
 * The listener until pages are loaded. Answers probes at once; other requests wait for the final listener. Runs no
 * checks: loading keeps the process too busy to read their results in time.
 */
export function createStartingListener(started: Promise<Started>): RequestListener {
  let ready: RequestListener | undefined;
  let isLoaded = false;
  const later = started.then(({ listener, loading }) => {
    ready = listener;
    const loaded = () => {
      isLoaded = true;
    };
    // If pages can't be loaded, the process exits.
    loading.then(loaded, () => {});
    return listener;
  });
  return (request, response) => {
    if (ready && isLoaded) return ready(request, response);
    const path = pathOf(request.url ?? "") ?? "";
    if (isProbe(path)) {
      const fields = fieldsOf(observe(request, response, path));
      writeAnswer(response, forMethod(request.method ?? "", probeWhileStarting(path)), fields);
    } else if (ready) ready(request, response);
    else waitFor(later, request, response);
  };
}

function holdOf(request: IncomingMessage, response: ServerResponse, peer: string): Pieces["hold"] {
  const ip = clientIp(headersOf(request), peer);
  let account = knownBodies;
  let held = 0;
  response.once("close", () => account.add(ip, -held));
  return (bytes, isAnonymous) => {
    account = isAnonymous ? anonymousBodies : knownBodies;
    const isRoom = account.add(ip, bytes);
    if (isRoom) held += bytes;
    return isRoom;
  };
}

/**
 * The self-hosted hub's listener. Refuses invalid requests, answers `/api/public` and probes without Next's routing,
 * and passes the rest to Next. The socket's IP goes in a header that clients can't set. Both mounts of the API
 * behave alike: requests that Next would alter before the API's routes are answered here.
 */
export function createListener(passOn: PassOn, { bodyWithinMs }: { bodyWithinMs?: number } = {}): RequestListener {
  trustPeerHeader();

  function answerDirectly(asked: HubRequest, path: string, peer: string, scope: RequestScope): Promise<Answer> {
    if (isProbe(path)) return answerProbe(asked, path);
    if (path === METRICS_PATH) return answerMetrics(asked, { open: false, peer });
    return answerPublicApi(asked, scope, { peer, bodyWithinMs });
  }

  function answer(request: IncomingMessage, response: ServerResponse, scope: RequestScope, asked: string | null): void {
    const checked = checkRequest(request, asked);
    const write = (answered: Answer) => writeAnswer(response, answered, fieldsOf(scope));
    if ("status" in checked) {
      write(answerOf(checked));
      return;
    }
    const { path } = checked;
    // A reset connection has no address; the client's own headers must not supply one.
    const peer = request.socket.remoteAddress ?? "unknown";
    dropForwarded(request);
    if ((isPublicApi(path) || isOperators(path)) && (env.HUB_DIRECT_LISTENER || !nextCarries(request, path))) {
      const read = requestOfNode(request, hasBody(request) ? holdOf(request, response, peer) : undefined);
      if (read) void answerDirectly(read, path, peer, scope).then(write);
      else write(answerOf(MALFORMED));
      return;
    }
    const { url = "" } = request;
    request.url = originForm(url) ?? url;
    request.headers[PEER_HEADER] = peer;
    for (const [name, value] of Object.entries(fieldsOf(scope))) response.setHeader(name, value);
    answerUnreadableForms(request, response);
    if (isPublicApi(path) || !hasBody(request)) return void passOn(request, response);
    const headers = headersOf(request);
    const ip = clientIp(headers, peer);
    const sender = { path, clientIp: ip, isSignedIn: () => isSignedIn(headers, ip), withinMs: bodyWithinMs };
    void takeBody(request, response, sender).then(
      () => passOn(request, response),
      (error) => write(bodyRefusal(error, path)),
    );
  }

  return (request, response) => {
    const path = pathOf(request.url ?? "");
    const scope = observe(request, response, path);
    inRequestScope(scope, () => answer(request, response, scope, path));
  };
}

const NOT_HERE = refusal("not_found", "This port serves GET /metrics only.", 404);

export function createMetricsServer(): HttpServer {
  return createHttpServer((request, response) => {
    const asked = pathOf(request.url ?? "") === METRICS_PATH ? requestOfNode(request) : null;
    if (!asked) writeAnswer(response, forMethod(request.method ?? "", NOT_HERE));
    // A reset connection has no address; the client's own headers must not supply one.
    else
      void answerMetrics(asked, { open: true, peer: request.socket.remoteAddress ?? "unknown" }).then((answered) =>
        writeAnswer(response, answered),
      );
  });
}
