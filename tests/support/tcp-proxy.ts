import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { type Listening, listen } from "./listen";

export interface TcpProxy {
  port: number;
  /** Stops forwarding on open connections, optionally also on new ones, without closing any. */
  silence: (options?: { newOnesToo?: boolean }) => void;
  /** Forwards on new connections again. Silenced ones stay silent. */
  heal: () => void;
  /** From now on delays the server's data by this time. */
  slow: (ms: number) => void;
  reset: () => void;
  accepted: () => number;
  close: () => Promise<void>;
}

/** A proxy in front of a local server that can break the network as firewalls and cables do. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;
  let slowMs = 0;
  let accepted = 0;
  const hush = ([one, other]: readonly [Socket, Socket]) => {
    one.unpipe().pause();
    other.unpipe().pause();
  };
  const server = createServer((client) => {
    accepted += 1;
    const upstream = connect(target, "127.0.0.1");
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    const delayed = new Transform({
      transform: (chunk, _, pass) => void (slowMs > 0 ? setTimeout(pass, slowMs, null, chunk) : pass(null, chunk)),
    });
    client.pipe(upstream).pipe(delayed).pipe(client);
    if (silent) hush(pair);
  });
  const listening: Listening = await listen(server);
  return {
    port: listening.port,
    silence({ newOnesToo = false } = {}) {
      silent = newOnesToo;
      for (const pair of pairs) hush(pair);
    },
    heal() {
      silent = false;
    },
    slow(ms) {
      slowMs = ms;
    },
    reset() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    accepted: () => accepted,
    async close() {
      for (const [client, upstream] of pairs) for (const socket of [client, upstream]) socket.destroy();
      await listening.close();
    },
  };
}
