import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { SendError } from "./send-result";
import { dialledHost, type LookupAddresses } from "./webhook-url-policy";

export interface SocketGuard {
  lookup: LookupAddresses;
  /** Asked for every address a name resolves to, and again for the one that answered. */
  isAllowed: (address: string) => boolean;
  /** Certificate authorities in PEM instead of the system's. */
  ca?: string;
}

/** Node's 250 ms give up on receivers that are merely far away. */
const ADDRESS_ATTEMPT_TIMEOUT_MS = 1000;

/** Rejects with the signal's reason once it is aborted. */
const rejectedByAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Resolves at the event, or destroys the socket and rejects. */
async function established(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  const settled = new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    // Stays for good: an error between two owners of the socket must not reach the process.
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

/** Dials nothing but the addresses that were checked, whatever the name resolves to by then. */
const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? "", first?.family);
  };

/**
 * Opens a connection to the URL's host that is known to end at an allowed address, ready to send on.
 *
 * All addresses of the name must be allowed; only those are dialled; and the peer of the connection is checked once more before the first
 * byte, TLS included, so that neither a literal address (for which Node calls no lookup hook) nor a name that changes gets through.
 * @throws SendError `dns`, `blocked_address`, `tls`, `reset`, the signal's reason, or the system's error from dialling
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
