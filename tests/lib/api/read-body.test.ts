import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type HubRequest, type Pieces, requestOfNode, requestOfWeb, type Taker } from "@/lib/api/hot-path/request";
import { readBody, readJson } from "@/lib/api/read-body";
import { GatheredBytes } from "@/lib/contract/read-bytes";
import { TooSlow } from "@/lib/platform/errors";
import { metrics } from "@/lib/platform/metrics";
import { type Listening, listen } from "../../support/listen";

const LIMIT_BYTES = 1024;
const RULES = { limitBytes: LIMIT_BYTES, withinMs: 60_000 };

/** A body being sent, and how it ends. */
interface Sender {
  request: HubRequest;
  send(text: string): Promise<void>;
  finish(): void;
  abort(): void;
}

/** Starts a request whose body is sent in pieces. */
type Begin = (fields?: Record<string, string>) => Promise<Sender>;

const JSON_TYPE = { "content-type": "application/json" };

const beginWeb: Begin = async (fields = JSON_TYPE) => {
  let pieces!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pieces = controller;
    },
  });
  const init = { method: "POST", headers: fields, body, duplex: "half" } as RequestInit;
  return {
    request: requestOfWeb(new Request("http://hub.test/x", init)),
    send: async (text) => pieces.enqueue(Buffer.from(text)),
    finish: () => pieces.close(),
    abort: () => pieces.error(new Error("aborted")),
  };
};

let server: Listening;
let came: (request: HubRequest) => void;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await listen(
    createServer((incoming, response) => {
      const request = requestOfNode(incoming);
      if (request) came(request);
      incoming.once("close", () => response.end());
    }),
  );
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

/** On its own socket with chunked encoding. */
const beginNode: Begin = async (fields = JSON_TYPE) => {
  const request = new Promise<HubRequest>((done) => {
    came = done;
  });
  const socket = connect(server.port, "127.0.0.1").on("error", () => socket.destroy());
  sockets.push(socket);
  socket.setNoDelay();
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /x HTTP/1.1\r\nHost: hub.test\r\nTransfer-Encoding: chunked\r\n${lines.join("")}\r\n`);
  return {
    request: await request,
    async send(text) {
      socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      // Lets the next piece arrive separately.
      await delay(20);
    },
    finish: () => void socket.write("0\r\n\r\n"),
    abort: () => void socket.destroy(),
  };
};

describe.each([
  ["web", beginWeb],
  ["direct", beginNode],
])("a body on the %s mount", (_, begin) => {
  it("is accepted at exactly the limit, in pieces of any size", async () => {
    const { request, send, finish } = await begin();
    const reading = readBody(request, LIMIT_BYTES, { withinMs: 60_000 });
    await send("a".repeat(LIMIT_BYTES - 3));
    await send("b".repeat(3));
    finish();
    expect(Buffer.from(await reading).toString()).toBe("a".repeat(LIMIT_BYTES - 3) + "b".repeat(3));
  });

  it("is refused at the first byte over the limit, before its end", async () => {
    const { request, send } = await begin();
    const reading = readBody(request, LIMIT_BYTES).catch((error) => error);
    await send("a".repeat(LIMIT_BYTES));
    await send("b");
    expect(await reading).toMatchObject({ code: "bad_request", status: 400, message: "The body is larger than 1 KB." });
  });

  it("is refused with a page's own message and 413", async () => {
    const { request, send } = await begin();
    const reading = readBody(request, LIMIT_BYTES, { tooLarge: "Too much." }).catch((error) => error);
    await send("a".repeat(LIMIT_BYTES + 1));
    expect(await reading).toMatchObject({ status: 413, message: "Too much." });
  });

  it("is refused if the caller disconnects, during or before reading", async () => {
    const early = await begin();
    const reading = readBody(early.request, LIMIT_BYTES).catch((error) => error);
    await early.send("{");
    early.abort();
    const refusal = { code: "bad_request", message: "The body ended early." };
    expect(await reading).toMatchObject(refusal);
    const late = await begin();
    await late.send("{");
    late.abort();
    await delay(50);
    await expect(readBody(late.request, LIMIT_BYTES)).rejects.toMatchObject(refusal);
  });

  it("is refused on timeout", async () => {
    const { request, send } = await begin();
    const reading = readBody(request, LIMIT_BYTES, { withinMs: 60 }).catch((error) => error);
    await send("{");
    expect(await reading).toMatchObject({ code: "bad_request", message: "The body did not arrive within 1 seconds." });
  });

  it("is read if it arrived before reading started", async () => {
    const { request, send, finish } = await begin();
    await send('{"a":');
    await send("1}");
    finish();
    await delay(50);
    expect(await readJson(request, RULES)).toEqual({ a: 1 });
  });

  it("can be empty instead of an object if allowed", async () => {
    for (const waitMs of [0, 50]) {
      const given = await begin();
      given.finish();
      await delay(waitMs);
      expect(await readJson(given.request, { ...RULES, emptyIsObject: true })).toEqual({});
      const refused = await begin();
      refused.finish();
      await delay(waitMs);
      await expect(readJson(refused.request, RULES)).rejects.toThrow("not valid JSON");
    }
  });
});

it("is refused with 429 while the process buffers its maximum of bytes", async () => {
  const body: Pieces = { tell: (taker) => taker.piece(Buffer.from("{")), hold: () => false };
  await expect(readBody({ body }, LIMIT_BYTES)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 15 });
});

it("counts refused bodies by reason", async () => {
  const { bodiesRefused } = metrics();
  bodiesRefused.reset();
  const give = (act: (taker: Taker) => void, hold = true) => ({
    body: { tell: act, hold: () => hold } satisfies Pieces,
  });
  const piece = (taker: Taker) => taker.piece(Buffer.from("{{"));
  const refused = [
    readBody(give(piece), 1),
    readBody(give(piece), 1, { tooLarge: "Too much." }),
    readBody(
      give(() => {}),
      1,
      { withinMs: 1 },
    ),
    readBody(give(piece, false), 2),
    readBody(
      give((taker) => taker.fail(new TooSlow("Too slow."))),
      1,
    ),
    readBody(
      give((taker) => taker.fail(new Error("aborted"))),
      1,
    ),
  ];
  await Promise.allSettled(refused);
  const { values } = await bodiesRefused.get();
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))).toEqual({
    too_large: 2,
    too_slow: 2,
    too_many_bytes: 1,
    incomplete: 1,
  });
});

it("is the same for pieces of any size", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 50 }), (pieces) => {
      const gathered = new GatheredBytes();
      for (const piece of pieces) gathered.add(piece);
      expect(Buffer.from(gathered.whole())).toEqual(Buffer.concat(pieces));
    }),
  );
});

it("is refused for invalid UTF-8, and the next one is read", async () => {
  const read = (bytes: string) => {
    const body = Buffer.from(bytes, "latin1");
    return readJson(
      requestOfWeb(new Request("http://hub.test/x", { method: "POST", headers: JSON_TYPE, body })),
      RULES,
    );
  };
  await expect(read('"\xc3"')).rejects.toThrow("not valid JSON in UTF-8");
  expect(await read('"\xc3\xa9"')).toBe("é");
});

it("leaves its connection usable after a refusal", async () => {
  const statuses: number[] = [];
  const own = await listen(
    createServer(async (incoming, response) => {
      const request = requestOfNode(incoming);
      const status = request
        ? await readJson(request, RULES).then(
            () => 200,
            ({ status }) => status,
          )
        : 500;
      statuses.push(status);
      response.writeHead(status, { "content-length": 0 }).end();
    }),
  );
  const socket = connect(own.port, "127.0.0.1");
  const head = (length: number) =>
    `POST /x HTTP/1.1\r\nHost: hub.test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(head(4096) + "a".repeat(2048));
  await once(socket, "data");
  socket.write(`${"a".repeat(2048)}${head(2)}{}`);
  await once(socket, "data");
  expect(statuses).toEqual([400, 200]);
  socket.destroy();
  await own.close();
});
