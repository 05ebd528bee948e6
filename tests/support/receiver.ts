import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { IdentityUpdated } from "@/tests/fixtures/kit-1.0.0";
import { listen } from "./listen";

/** A request as it reached a receiver, byte for byte. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Receiver {
  /** Loopback URL that deliveries can be registered for. */
  url: string;
  received: Received[];
  /** Requests that are open now, and the most that ever were. */
  open: number;
  mostOpen: number;
  /** Resolves once so many requests have come in. */
  arrived: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A real HTTP server on loopback that takes webhooks; `answer` says what comes back, 200 unless told, and may wait before it does. */
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
    // What a child of the frozen kit could not read fails the run here, whichever test it was sent in.
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

/** A gate that requests can wait at until the test opens it. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
