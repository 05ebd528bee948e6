import { Agent, createServer, request as requestHttp } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { listen } from "./listen";

export interface ReadinessProxy {
  port: number;
  /** Adds a process, which gets requests once it is ready. */
  add: (port: number) => void;
  /** Removes a process that has exited. */
  remove: (port: number) => void;
  /** Resolves once this many processes get requests. */
  ready: (count: number) => Promise<void>;
  /** Requests that failed because a process reset or refused the connection. */
  broken: string[];
  close: () => Promise<void>;
}

/**
 * A load balancer that polls each hub's readiness and distributes requests among the ready ones over kept-alive
 * connections. It never retries a request.
 */
export async function startReadinessProxy({ everyMs = 100 } = {}): Promise<ReadinessProxy> {
  const agent = new Agent({ keepAlive: true });
  const backends = new Map<number, boolean>();
  const broken: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...backends].filter(([, isReady]) => isReady).map(([port]) => port);
    turn += 1;
    const port = ready[turn % ready.length];
    if (port === undefined) return void outgoing.writeHead(503).end();
    const { method, url: path, headers } = incoming;
    const sent = requestHttp({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      const { connection: _, "keep-alive": __, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on("error", (error) => {
        broken.push(String(error));
        outgoing.destroy();
      });
    });
    sent.on("error", (error) => {
      broken.push(String(error));
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
    });
    incoming.pipe(sent);
  });
  const look = setInterval(() => {
    for (const port of backends.keys())
      fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => backends.has(port) && backends.set(port, ok),
        () => backends.has(port) && backends.set(port, false),
      );
  }, everyMs);
  const listening = await listen(server);
  return {
    port: listening.port,
    broken,
    add: (port) => void backends.set(port, false),
    remove: (port) => void backends.delete(port),
    async ready(count) {
      while ([...backends.values()].filter(Boolean).length < count) await delay(everyMs / 2);
    },
    async close() {
      clearInterval(look);
      agent.destroy();
      await listening.close();
    },
  };
}
