import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { IdentityUpdated } from "@/tests/fixtures/kit-1.0.0";
import { listen } from "./listen";

/** A request as received, byte for byte. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Receiver {
  /** A loopback URL for webhooks. */
  url: string;
  received: Received[];
  /** Requests open now, and at most so far. */
  open: number;
  mostOpen: number;
  /** Resolves once this many requests have arrived. */
  arrived: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A real HTTP server on loopback that receives webhooks. `answer` sends the response, by default 200 at once. */
export async function createReceiver(
  answer: (response: ServerResponse, request: Received) => unknown = (response) => {
    response.end("ok");
  },
): Promise<Receiver> {
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer(async (request, response) => {
    receiver.open += 1;
    receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
    response.on("close", () => {
      receiver.open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const taken = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    // Every test's webhooks must also be readable for a child with the frozen kit.
    if (request.headers["x-hub-event"] === "identity.updated") IdentityUpdated.parse(JSON.parse(taken.body.toString()));
    receiver.received.push(taken);
    for (const { count, done } of waiting) if (receiver.received.length >= count) done();
    await answer(response, taken);
  });
  const { port, close } = await listen(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received: [],
    open: 0,
    mostOpen: 0,
    arrived: (count) =>
      new Promise((done) => {
        if (receiver.received.length >= count) done();
        else waiting.push({ count, done });
      }),
    close,
  };
  return receiver;
}

/** A gate at which requests wait until the test opens it. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
