import { Agent, type ClientRequest, type ClientRequestArgs, type RequestOptions } from "node:http";
import type { Duplex } from "node:stream";
import { openGuardedSocket, type SocketGuard } from "./open-guarded-socket";

/** Less than the shortest time after which servers in use close what they have had no request on (2 s). */
export const KEPT_IDLE_MS = 1_000;
/** After so long a name is looked up, and its addresses are checked, again, however busy the connection. */
export const KEPT_MS = 30_000;
/** Most that rest at a time: for one origin, and for all. */
const MOST_IDLE_OF_ORIGIN = 8;
const MOST_IDLE = 64;

/** Where a request goes, and by which guard. */
export interface Destination {
  url: URL;
  guard: SocketGuard;
  /** Ends the dialling. */
  signal: AbortSignal;
}

type To = Partial<{ destination: Destination }>;

/** It is sent no request now, so whatever it says is no answer to one, and would be taken for the next one's. */
function hangUp(this: Duplex): void {
  this.destroy();
}

/**
 * Connections that were opened through the guard, each kept for the next request to the same origin (scheme, host name and port) and to no other: it
 * goes to the address that was checked. What was not read whole, what speaks unasked and what is 30 s old is closed.
 */
export class GuardedConnections extends Agent {
  private readonly openedMs = new WeakMap<Duplex, number>();

  constructor({ keepAlive = true } = {}) {
    super({ keepAlive, timeout: KEPT_IDLE_MS, maxFreeSockets: MOST_IDLE_OF_ORIGIN });
  }

  /** The options of a request that goes by one of these connections. */
  towards(destination: Destination, options: RequestOptions): RequestOptions {
    return { ...options, agent: this, destination } as RequestOptions;
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as To | undefined)?.destination?.url.origin ?? "";
  }

  override createConnection(
    options: ClientRequestArgs,
    done: (error: Error | null, socket: Duplex) => void = () => {},
  ): undefined {
    const { destination } = options as To;
    if (!destination) throw new TypeError("A request without a destination has no guard.");
    const { url, guard, signal } = destination;
    openGuardedSocket(url, guard, signal).then(
      (socket) => {
        this.openedMs.set(socket, performance.now());
        done(null, socket);
      },
      (error) => {
        // Node keeps an empty list for each name that was ever dialled in vain.
        const { sockets } = this as { sockets: NodeJS.Dict<unknown[]> };
        if (sockets[url.origin]?.length === 0) delete sockets[url.origin];
        done(error, undefined as never);
      },
    );
  }

  /** Answers whether to keep it, as Node has it and its types do not. */
  override keepSocketAlive(socket: Duplex): boolean {
    const ageMs = performance.now() - (this.openedMs.get(socket) ?? 0);
    const idle = Object.values(this.freeSockets).reduce((sum, ofOrigin) => sum + (ofOrigin?.length ?? 0), 0);
    const isWelcome = super.keepSocketAlive(socket) as unknown as boolean;
    if (!isWelcome || ageMs >= KEPT_MS || idle >= MOST_IDLE) return false;
    socket.on("data", hangUp);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off("data", hangUp);
    super.reuseSocket(socket, request);
  }
}
