import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";

/** `localhost` may mean either. */
export const LOOPBACK_HOSTS = ["127.0.0.1", "::1"] as const;

/** Addresses or names; undefined means all of the machine's addresses. */
type Hosts = readonly (string | undefined)[];

/** Systems without IPv6 or IPv4 lack such addresses. */
const isMissing = (error: unknown): boolean =>
  ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "");

async function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server): Promise<unknown> => {
  server.close();
  return once(server, "close");
};

export interface Listening {
  port: number;
  closeOthers(): void;
}

async function listenOnce(http: HttpServer, port: number, hosts: Hosts): Promise<Listening> {
  const others: Server[] = [];
  let bound: number | undefined;
  for (const host of hosts) {
    // An HTTP server listens at one address; other listeners pass their connections to it.
    const server = bound === undefined ? http : createServer((socket) => http.emit("connection", socket));
    try {
      bound = await listen(server, bound ?? port, host);
      if (server !== http) others.push(server);
    } catch (error) {
      if (isMissing(error) && (bound !== undefined || host !== hosts.at(-1))) continue;
      await Promise.all([...others, ...(bound === undefined ? [] : [http])].map(closed));
      throw error;
    }
  }
  return {
    port: bound ?? port,
    closeOthers() {
      for (const server of others) server.close();
    },
  };
}

/** Attempts to find a port that is free at every host. */
const TRIES = 10;

/**
 * Listens on one port at each host and returns it. Skips hosts that the system lacks, unless none is left.
 * @throws the system's error, after closing all listeners
 */
export async function listenOn(http: HttpServer, port: number, hosts: Hosts): Promise<Listening> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await listenOnce(http, port, hosts);
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!(port === 0 && taken) || tried === TRIES) throw error;
    }
  }
}
