import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "@/lib/api/docs/webhook-catalogue";
import {
  type HubTest,
  type IdentityUpdated,
  Inbox,
  MAX_WEBHOOK_BYTES,
  MemoryInboxStore,
  nodeHandler,
  type WebhookHandlerOptions,
  type WebhookProblem,
  webhookHandler,
} from "@/lib/contract";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { listen } from "@/tests/support/listen";
import { sendRaw } from "@/tests/support/send-raw";

const SECRET = "webhook-secret-for-tests-0123456789abcdef";
const NOW = new Date("2026-03-14T09:26:53.000Z");
const [published, test, relayed, granted, revoked] = webhooks.map(
  ({ example }) => example as { id: string; type: string },
);
if (!published || !test || !relayed || !granted || !revoked) throw new Error("the catalogue has five webhooks");

interface Sending {
  secrets?: string[];
  replays?: number;
  at?: Date;
  headers?: Record<string, string>;
}

/** A request from the hub. `headers` override the hub's own. */
function signed(event: object, { secrets = [SECRET], replays, at = NOW, headers }: Sending = {}) {
  const body = JSON.stringify(event);
  const id = "id" in event ? String(event.id) : "one";
  const own = signDelivery({
    id,
    event: "any",
    attempt: 1,
    replays,
    body,
    secrets,
    timestampSeconds: at.getTime() / 1000,
  });
  return { method: "POST", body, headers: { ...Object.fromEntries(new Headers(own)), ...headers } };
}

describe("a webhook handler", () => {
  let problems: WebhookProblem[];
  let received: IdentityUpdated[];
  let announced: number[];
  let tests: HubTest[];
  let entitlements: string[];
  let done: string[];
  let work: Promise<void>[];
  let inbox: Inbox;
  let failing: Error | null;
  const handlerWith = (options: Partial<WebhookHandlerOptions> = {}) =>
    webhookHandler({
      secrets: [SECRET],
      now: () => NOW,
      inbox,
      cache: {
        async receive(update) {
          if (failing) throw failing;
          received.push(update);
        },
        async markStale(brandId) {
          if (failing) throw failing;
          entitlements.push(`stale ${brandId}`);
        },
      },
      onPublished: ({ identity_version }) => void announced.push(identity_version),
      onEntitlement: ({ type }) => void entitlements.push(type),
      onTest: (event) => void tests.push(event),
      onProblem: (problem) => problems.push(problem),
      waitUntil: (one) => work.push(one),
      ...options,
    });
  const send = async (event: object, sending: Sending = {}, options: Partial<WebhookHandlerOptions> = {}) => {
    const { status } = await handlerWith(options)(new Request("https://tool.example.com/", signed(event, sending)));
    await Promise.all(work);
    return status;
  };
  beforeEach(() => {
    [problems, received, announced, tests, entitlements, done, work] = [[], [], [], [], [], [], []];
    failing = null;
    inbox = new Inbox({
      store: new MemoryInboxStore(),
      now: () => NOW,
      onEvent: ({ id }) => {
        if (failing) throw failing;
        done.push(id);
      },
      onFailure: ({ error }) => problems.push({ status: 200, message: "inbox", error }),
    });
  });

  it("routes each kind, ignores unknown kinds, and answers 200 to all", async () => {
    const ofATool = { ...relayed, id: granted.id, type: "entitlement.granted" };
    for (const event of [
      published,
      test,
      relayed,
      granted,
      revoked,
      ofATool,
      { type: "identity.later" },
      { type: "hub.later", id: "x" },
    ])
      expect(await send(event)).toBe(200);
    expect(received).toEqual([published]);
    expect(announced).toEqual([8]);
    expect(tests).toEqual([test]);
    const stale = `stale ${"brand_id" in granted && granted.brand_id}`;
    expect(entitlements).toEqual([stale, "entitlement.granted", stale, "entitlement.revoked"]);
    // A tool's own event of the same type stays the tool's.
    expect(done).toEqual([relayed.id, ofATool.id]);
    expect(problems).toEqual([]);
  });

  it("responds before the work and reports work that fails", async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const error = new Error("The page is gone.");
    const handler = handlerWith({
      onPublished: async () => {
        await slow;
        throw error;
      },
    });
    expect((await handler(new Request("https://tool.example.com/", signed(published)))).status).toBe(200);
    expect(received).toHaveLength(1);
    expect(problems).toEqual([]);
    release();
    await Promise.all(work);
    expect(problems).toEqual([{ status: 200, message: "The work after the response failed.", error }]);
  });

  it("answers 500 if the store fails, so the hub resends", async () => {
    failing = new Error("The database is away.");
    expect(await send(published)).toBe(500);
    expect(announced).toEqual([]);
    expect(problems).toMatchObject([{ status: 500, error: failing }]);
    failing = null;
    expect(await send(published)).toBe(200);
  });

  it("reports an event's failed work and keeps the event", async () => {
    failing = new Error("The disk is full.");
    expect(await send(relayed)).toBe(200);
    expect(problems).toMatchObject([{ error: failing }]);
    expect(done).toEqual([]);
  });

  it.each<[string, Sending[], number]>([
    ["sent twice", [{}, {}], 1],
    ["replayed", [{}, { replays: 1 }], 2],
    ["replayed, with the replay sent twice", [{}, { replays: 1 }, { replays: 1 }], 2],
    ["replayed twice", [{ replays: 1 }, { replays: 2 }], 2],
    [
      "recorded and sent much later as a replay by an attacker",
      [{}, { at: new Date(NOW.getTime() - 301_000), headers: { "x-hub-replay": "9" } }],
      1,
    ],
    ["resent under another webhook-id", [{}, { headers: { "webhook-id": "another" } }], 1],
    [
      "replayed with an invalid count",
      [{}, { headers: { "x-hub-replay": "-1" } }, { headers: { "x-hub-replay": "1e3" } }],
      1,
    ],
  ])("does the work the expected number of times for another tool's event that is %s", async (_, sendings, times) => {
    for (const sending of sendings) expect(await send(relayed, sending)).toBe(200);
    expect(done).toEqual(Array(times).fill(relayed.id));
  });

  it("reads the secrets for each webhook and accepts any of them", async () => {
    let secrets = [SECRET];
    const options = { secrets: async () => secrets };
    expect(await send(published, { secrets: ["new", SECRET] }, options)).toBe(200);
    expect(await send(published, { secrets: ["new"] }, options)).toBe(401);
    secrets = ["new", SECRET];
    expect(await send(published, { secrets: ["new"] }, options)).toBe(200);
    expect(problems).toEqual([{ status: 401, message: "The signature is invalid." }]);
  });

  it.each<[string, RequestInit, number]>([
    ["with another method", { method: "GET" }, 405],
    [
      "with a declared length that is too long",
      { ...signed(published), headers: { "content-length": "9999999" } },
      413,
    ],
    ["with a body that is too long", { method: "POST", body: "x".repeat(MAX_WEBHOOK_BYTES + 1) }, 413],
    ["without a body", { method: "POST" }, 401],
    ["without a signature", { method: "POST", body: JSON.stringify(published) }, 401],
    ["that is signed but not in the contract", signed({ ...published, brand_id: "alder" }), 400],
  ])("refuses a request %s with %#", async (_, init, status) => {
    const response = await handlerWith()(new Request("https://tool.example.com/", init));
    expect(response.status).toBe(status);
    expect(problems.map((problem) => problem.status)).toEqual([status]);
    expect([...received, ...done]).toEqual([]);
  });

  it("stores no relayed event without an inbox", async () => {
    expect(await send(relayed, {}, { inbox: undefined })).toBe(200);
    expect(done).toEqual([]);
  });

  it("reports a body that a parser has already read", async () => {
    const request = new Request("https://tool.example.com/", signed(published));
    await request.text();
    expect((await handlerWith()(request)).status).toBe(500);
  });
});

describe("a handler on Node's http", () => {
  let url: string;
  let port: number;
  let close: () => Promise<void>;
  let errors: unknown[];
  let readBefore: boolean;
  beforeEach(async () => {
    errors = [];
    readBefore = false;
    const handler = nodeHandler(
      async (request) => {
        if (request.url.endsWith("/throws")) throw new Error("It failed.");
        const headers = new Headers([
          ["set-cookie", "a=1; Path=/"],
          ["set-cookie", "b=2"],
        ]);
        const body = request.method === "GET" ? "nothing" : await request.text();
        return new Response(`${request.method} ${new URL(request.url).pathname} ${body}`, { status: 201, headers });
      },
      { limitBytes: 1000, onError: (error) => errors.push(error) },
    );
    const server = createServer(async (request, response) => {
      if (readBefore) for await (const _ of request);
      await handler(request, response);
    });
    ({ port, close } = await listen(server));
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => close());

  it("gets the raw bytes and sends status, cookies and body", async () => {
    const response = await fetch(`${url}/webhooks/hub`, { method: "POST", body: '{"a": "é"}' });
    expect([response.status, await response.text()]).toEqual([201, 'POST /webhooks/hub {"a": "é"}']);
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect(await (await fetch(`${url}/`)).text()).toBe("GET / nothing");
  });

  it("answers 413 to a body that is too large and stops reading, with or without Content-Length", async () => {
    expect((await fetch(url, { method: "POST", body: "x".repeat(1001) })).status).toBe(413);
    const head = "POST / HTTP/1.1\r\nHost: tool.example.com\r\nTransfer-Encoding: chunked\r\n\r\n";
    const { status } = await sendRaw({ port }, `${head}3e9\r\n${"x".repeat(1001)}\r\n`);
    expect(status).toBe(413);
    expect((await fetch(url, { method: "POST", body: "x".repeat(1000) })).status).toBe(201);
    expect(errors).toEqual([]);
  });

  it("answers 500 and reports why if the handler throws or the body was already read", async () => {
    expect((await fetch(`${url}/throws`)).status).toBe(500);
    readBefore = true;
    expect((await fetch(url, { method: "POST", body: "x" })).status).toBe(500);
    expect(errors.map(String)).toEqual([
      "Error: It failed.",
      "Error: The body has already been read. Mount this handler before any body parser.",
    ]);
  });
});
