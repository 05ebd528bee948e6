import { Agent, type ClientRequest, type ClientRequestArgs, type RequestOptions } from "node:http";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { SendError } from "./send-result";
import { dialledHost, type LookupAddresses } from "./webhook-url-policy";

export interface SocketGuard {
  lookup: LookupAddresses;
  /** Called for each address of a name, and again for the connected one. */
  isAllowed: (address: string) => boolean;
  ca?: string;
}

/** Node's default of 250 ms gives up on distant receivers. */
const ADDRESS_ATTEMPT_TIMEOUT_MS = 1000;

const rejectedByAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Resolves at the event; otherwise destroys the socket and rejects. */
async function established(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  const settled = new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    // Never removed: an error while the socket changes owners would crash the process.
    socket.on("error", reject);
    socket.once("close", () => reject(new SendError("reset")));
  });
  try {
    await Promise.race([settled, rejectedByAbort(signal)]);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Dials only checked addresses, even if the name resolves differently by then. */
const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const results = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = results;
    if (options.all) callback(null, results);
    else callback(null, first?.address ?? "", first?.family);
  };

/**
 * Opens a connection that ends at an allowed address of the URL's host.
 *
 * All addresses of the name must be allowed, and only those are dialled. The peer is checked again before the first
 * byte, TLS included. This covers literal addresses, for which Node calls no lookup, and names that change.
 * @throws SendError `dns`, `blocked_address`, `tls` or `reset`, the signal's reason, or the system's dialling error
 */
export async function openGuardedSocket(url: URL, guard: SocketGuard, signal: AbortSignal): Promise<Socket> {
  const host = dialledHost(url);
  const literal = isIP(host) !== 0;
  const lookup = literal ? Promise.resolve([host]) : guard.lookup(host);
  const resolved = lookup.catch((cause: unknown) => {
    throw new SendError("dns", { cause });
  });
  const addresses = await Promise.race([resolved, rejectedByAbort(signal)]);
  if (addresses.length === 0) throw new SendError("dns");
  if (!addresses.every(guard.isAllowed)) throw new SendError("blocked_address");

  const secure = url.protocol === "https:";
  const socket = connect({
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS,
    noDelay: true,
  });
  await established(socket, "connect", signal);
  if (!guard.isAllowed(socket.remoteAddress ?? "")) {
    socket.destroy();
    throw new SendError("blocked_address");
  }
  if (!secure) return socket;

  const encrypted = connectTls({
    socket,
    host,
    servername: literal ? undefined : host,
    ca: guard.ca,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
  });
  try {
    await established(encrypted, "secureConnect", signal);
  } catch (error) {
    socket.destroy();
    const broken =
      error instanceof SendError || (error instanceof Error && "code" in error && error.code === "ECONNRESET");
    throw broken ? error : new SendError("tls", { cause: error });
  }
  return encrypted;
}

/** Shorter than the idle timeout of common servers (2 s and more). */
export const IDLE_MS = 1_000;
/** After this the name is looked up and checked again, even on a busy connection. */
export const MAX_AGE_MS = 30_000;
const MAX_IDLE_PER_ORIGIN = 8;
const MAX_IDLE = 64;

interface Destination {
  url: URL;
  guard: SocketGuard;
  signal: AbortSignal;
}

type WithDestination = Partial<{ destination: Destination }>;

/** Data without a pending request would count as the next request's response. */
function hangUp(this: Duplex): void {
  this.destroy();
}

/**
 * Keeps guarded connections for requests to the same origin (scheme, host and port). Closes those not read to the end,
 * those that send data unasked, and those 30 s old.
 */
export class GuardedConnections extends Agent {
  private readonly openedMs = new WeakMap<Duplex, number>();

  constructor({ keepAlive = true } = {}) {
    super({ keepAlive, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_PER_ORIGIN });
  }

  towards(destination: Destination, options: RequestOptions): RequestOptions {
    return { ...options, agent: this, destination } as RequestOptions;
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as WithDestination | undefined)?.destination?.url.origin ?? "";
  }

  override createConnection(
    options: ClientRequestArgs,
    done: (error: Error | null, socket: Duplex) => void = () => {},
  ): undefined {
    const { destination } = options as WithDestination;
    if (!destination) throw new TypeError("The request has no destination to check.");
    const { url, guard, signal } = destination;
    openGuardedSocket(url, guard, signal).then(
      (socket) => {
        this.openedMs.set(socket, performance.now());
        done(null, socket);
      },
      (error) => {
        // Node keeps an empty list for each origin that couldn't be dialled.
        const { sockets } = this as { sockets: NodeJS.Dict<unknown[]> };
        if (sockets[url.origin]?.length === 0) delete sockets[url.origin];
        done(error, undefined as never);
      },
    );
  }

  /** Node uses the returned boolean, although its types say void. */
  override keepSocketAlive(socket: Duplex): boolean {
    const ageMs = performance.now() - (this.openedMs.get(socket) ?? 0);
    const idle = Object.values(this.freeSockets).reduce((sum, ofOrigin) => sum + (ofOrigin?.length ?? 0), 0);
    const isReusable = super.keepSocketAlive(socket) as unknown as boolean;
    if (!isReusable || ageMs >= MAX_AGE_MS || idle >= MAX_IDLE) return false;
    socket.on("data", hangUp);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off("data", hangUp);
    super.reuseSocket(socket, request);
  }
}
