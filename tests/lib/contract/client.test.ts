import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Event,
  HubClient,
  HubRequestError,
  MAX_BACKOFF_MS,
  MAX_BATCH_BYTES,
  MAX_BATCH_EVENTS,
  MAX_BRANDS_ASKED,
} from "@/lib/contract";
import { EXAMPLE_BRAND_ID, examples } from "@/lib/contract/examples";
import { listen } from "@/tests/support/listen";

const bundle = examples.readBundle.response;
const NOT_MODIFIED = { not_modified: true };

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const { port, close } = await listen(createServer(listener));
  closers.push(close);
  return `http://127.0.0.1:${port}`;
}

const envelope = (code: string) => ({ error: { code, message: `says ${code}` } });

/** A hub that gives these replies in turn and then repeats the last, and a client that only records its waits. */
async function scripted(replies: Reply[], { random = 0.5, afterOrigin = "" } = {}) {
  const asked: Asked[] = [];
  const waits: number[] = [];
  const baseUrl = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? { status: 500 };
    asked.push({
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
  });
  const client = new HubClient({
    baseUrl: `${baseUrl}${afterOrigin}`,
    toolSlug: "brand-studio",
    token: "child-token",
    sleep: async (ms) => void waits.push(ms),
    random: () => random,
  });
  return { client, asked, waits };
}

const failure = async (call: Promise<unknown>): Promise<HubRequestError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HubRequestError)) throw new Error(`expected a HubRequestError, not ${String(error)}`);
  return error;
};

const event = (index: number, payload: Record<string, unknown> = {}): Event => ({
  brand_id: EXAMPLE_BRAND_ID,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: `key-${index}`,
  payload,
});

describe("reading a bundle", () => {
  it("sends the child app token and tool slug as headers, never in the URL", async () => {
    const { client, asked } = await scripted([{ status: 200, body: bundle }]);
    expect(await client.readBundle(EXAMPLE_BRAND_ID)).toEqual(bundle);
    expect(asked[0]).toMatchObject({ method: "GET", path: `/api/public/v1/brand/by-id/${EXAMPLE_BRAND_ID}/bundle` });
    expect(asked[0]?.headers).toMatchObject({ authorization: "Bearer child-token", "x-tool-slug": "brand-studio" });
  });

  it("sends `since`, 0 included", async () => {
    const { client, asked } = await scripted([{ status: 200, body: NOT_MODIFIED }]);
    expect(await client.readBundle(EXAMPLE_BRAND_ID, 7)).toEqual(NOT_MODIFIED);
    await client.readBundle(EXAMPLE_BRAND_ID, 0);
    expect(asked.map(({ path }) => path.split("?")[1])).toEqual(["since=7", "since=0"]);
  });

  it("accepts a base URL with a trailing slash", async () => {
    const { client, asked } = await scripted([{ status: 200, body: bundle }], { afterOrigin: "/" });
    await client.readBundle(EXAMPLE_BRAND_ID);
    expect(asked[0]?.path).toBe(`/api/public/v1/brand/by-id/${EXAMPLE_BRAND_ID}/bundle`);
  });

  it("throws on a response that doesn't match the contract, without a retry", async () => {
    const { client, asked } = await scripted([{ status: 200, body: { ...bundle, colors: undefined } }]);
    expect(await failure(client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ code: null, status: 200 });
    expect(asked).toHaveLength(1);
  });

  it("follows no redirect, so the credential stays with the hub", async () => {
    let asked = 0;
    const elsewhere = await serve((_, response) => {
      asked += 1;
      response.end(JSON.stringify(bundle));
    });
    const { client } = await scripted([{ status: 308, headers: { location: elsewhere } }]);
    expect(await failure(client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ code: null, status: 308 });
    expect(asked).toBe(0);
  });
});

describe("retries", () => {
  it("retries a 429 after exactly `Retry-After` seconds", async () => {
    const limited = { status: 429, body: envelope("rate_limited"), headers: { "retry-after": "17" } };
    const { client, asked, waits } = await scripted([limited, limited, { status: 200, body: bundle }]);
    expect(await client.readBundle(EXAMPLE_BRAND_ID)).toEqual(bundle);
    expect(waits).toEqual([17_000, 17_000]);
    expect(asked).toHaveLength(3);
  });

  it("reads a `Retry-After` date relative to the response's Date", async () => {
    const headers = { date: "Sat, 14 Mar 2026 09:26:53 GMT", "retry-after": "Sat, 14 Mar 2026 09:27:13 GMT" };
    const { client, waits } = await scripted([
      { status: 429, headers },
      { status: 200, body: bundle },
    ]);
    await client.readBundle(EXAMPLE_BRAND_ID);
    expect(waits).toEqual([20_000]);
  });

  it.each([undefined, "", "soon", "0", "-5"])("waits one second on a 429 whose Retry-After is %j", async (value) => {
    const headers: Record<string, string> = value === undefined ? {} : { "retry-after": value };
    const { client, waits } = await scripted([
      { status: 429, headers },
      { status: 200, body: bundle },
    ]);
    await client.readBundle(EXAMPLE_BRAND_ID);
    expect(waits).toEqual([1000]);
  });

  it("throws on a `Retry-After` over five minutes instead of retrying early", async () => {
    const headers = { "retry-after": "301" };
    const { client, asked, waits } = await scripted([{ status: 429, headers, body: envelope("rate_limited") }]);
    expect(await failure(client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ code: "rate_limited", status: 429 });
    expect([asked.length, waits.length]).toEqual([1, 0]);
  });

  it("backs off exponentially on 5xx with jitter in the upper half and throws after five attempts", async () => {
    const failing = { status: 500, body: envelope("server_error") };
    const least = await scripted([failing], { random: 0 });
    expect(await failure(least.client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({
      code: "server_error",
      status: 500,
    });
    expect(least.asked).toHaveLength(5);
    expect(least.waits).toEqual([250, 500, 1000, 2000]);

    const most = await scripted([{ status: 503 }], { random: 0.999_999 });
    expect(await failure(most.client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ code: null, status: 503 });
    expect(most.waits.map(Math.round)).toEqual([500, 1000, 2000, 4000]);
    for (const wait of most.waits) expect(wait).toBeLessThanOrEqual(MAX_BACKOFF_MS);
    expect(MAX_BACKOFF_MS).toBe(30_000);
  });

  it.each([
    ["7", 7000],
    ["0", 250],
    ["3600", MAX_BACKOFF_MS],
    ["soon", 250],
  ])("waits at least as long as a 5xx asks, up to the longest backoff: %s", async (value, waitMs) => {
    const updating = { status: 500, headers: { "retry-after": value }, body: envelope("server_error") };
    const { client, waits } = await scripted([updating, { status: 200, body: bundle }], { random: 0 });
    await client.readBundle(EXAMPLE_BRAND_ID);
    expect(waits).toEqual([waitMs]);
  });

  it("throws on 429 after five attempts", async () => {
    const { client, asked } = await scripted([
      { status: 429, headers: { "retry-after": "1" }, body: envelope("rate_limited") },
    ]);
    expect(await failure(client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ code: "rate_limited" });
    expect(asked).toHaveLength(5);
  });

  it.each([
    [400, "bad_request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
    [405, "bad_request"],
  ])("never retries after %i", async (status, code) => {
    const { client, asked, waits } = await scripted([{ status, body: envelope(code) }]);
    const error = await failure(client.readBundle(EXAMPLE_BRAND_ID));
    expect(error).toMatchObject({ code, status, message: `says ${code}` });
    expect([asked.length, waits.length]).toEqual([1, 0]);
  });

  it("retries an unreachable hub like a 5xx and keeps the cause", async () => {
    const waits: number[] = [];
    const gone = await listen(createServer());
    await gone.close();
    const client = new HubClient({
      baseUrl: `http://127.0.0.1:${gone.port}`,
      toolSlug: "brand-studio",
      token: "child-token",
      sleep: async (ms) => void waits.push(ms),
      random: () => 0,
    });
    const error = await failure(client.readBundle(EXAMPLE_BRAND_ID));
    expect(error).toMatchObject({ code: null, status: null });
    expect(error.cause).toBeInstanceOf(Error);
    expect(waits).toEqual([250, 500, 1000, 2000]);
  });

  it("retries a truncated response", async () => {
    let asked = 0;
    const text = JSON.stringify(bundle);
    const baseUrl = await serve((_, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      if (asked > 1) response.end(text);
      else response.write(text.slice(0, 100), () => response.destroy());
    });
    const client = new HubClient({ baseUrl, toolSlug: "brand-studio", token: "t", sleep: async () => {} });
    expect(await client.readBundle(EXAMPLE_BRAND_ID)).toEqual(bundle);
    expect(asked).toBe(2);
  });
});

describe("concurrency", () => {
  it("runs at most two requests at once and completes all", async () => {
    let open = 0;
    let mostOpen = 0;
    const baseUrl = await serve((_, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      setImmediate(() => {
        open -= 1;
        response.end(JSON.stringify(bundle));
      });
    });
    const client = new HubClient({ baseUrl, toolSlug: "brand-studio", token: "t" });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.readBundle(EXAMPLE_BRAND_ID)));
    expect(answers).toHaveLength(12);
    expect(mostOpen).toBe(2);
  });

  it("frees the slot of a failed request", async () => {
    const { client } = await scripted([{ status: 404, body: envelope("not_found") }]);
    const calls = Array.from({ length: 5 }, () => failure(client.readBundle(EXAMPLE_BRAND_ID)));
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(Array(5).fill("not_found"));
  });
});

describe("sending events", () => {
  it("sends one event unchanged", async () => {
    const { client, asked } = await scripted([{ status: 200, body: { ok: true, deduped: false } }]);
    expect(await client.sendEvent(event(1))).toEqual({ ok: true, deduped: false });
    expect(asked[0]).toMatchObject({ method: "POST", path: "/api/public/v1/events" });
    expect(asked[0]?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual(event(1));
  });

  /** A hub that accepts batches and records which were open together. */
  async function batchHub(refuseFrom = Number.POSITIVE_INFINITY) {
    const batches: string[][] = [];
    const sizes: number[] = [];
    let open = 0;
    let mostOpen = 0;
    const baseUrl = await serve(async (request, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const { events } = JSON.parse(body.toString()) as { events: Event[] };
      batches.push(events.map((sent) => sent.idempotency_key));
      sizes.push(body.length);
      open -= 1;
      if (batches.length >= refuseFrom) response.writeHead(403).end(JSON.stringify(envelope("forbidden")));
      else response.end(JSON.stringify({ ok: true, results: events.map(() => ({ deduped: false })) }));
    });
    const client = new HubClient({ baseUrl, toolSlug: "brand-studio", token: "t" });
    return { client, batches, sizes, mostOpen: () => mostOpen };
  }

  it("sends events in order, in sequential batches of at most 500", async () => {
    const hub = await batchHub();
    const events = Array.from({ length: 1201 }, (_, index) => event(index));
    expect(await hub.client.sendEvents(events)).toHaveLength(1201);
    expect(hub.batches.map(({ length }) => length)).toEqual([MAX_BATCH_EVENTS, MAX_BATCH_EVENTS, 201]);
    expect(hub.batches.flat()).toEqual(events.map(({ idempotency_key }) => idempotency_key));
    expect(hub.mostOpen()).toBe(1);
  });

  it("keeps every batch within the body limit", async () => {
    const hub = await batchHub();
    const events = Array.from({ length: 90 }, (_, index) => event(index, { text: "ä".repeat(12_000) }));
    await hub.client.sendEvents(events);
    expect(hub.batches.flat()).toHaveLength(90);
    expect(hub.batches).toHaveLength(3);
    for (const size of hub.sizes) expect(size).toBeLessThanOrEqual(MAX_BATCH_BYTES);
    expect(hub.sizes[0]).toBeGreaterThan(MAX_BATCH_BYTES - 25_000);
  });

  it("stops at the first batch that fails", async () => {
    const hub = await batchHub(2);
    const events = Array.from({ length: 1500 }, (_, index) => event(index));
    expect(await failure(hub.client.sendEvents(events))).toMatchObject({ code: "forbidden" });
    expect(hub.batches).toHaveLength(2);
  });

  it("sends no request for no events", async () => {
    const hub = await batchHub();
    expect(await hub.client.sendEvents([])).toEqual([]);
    expect(hub.batches).toEqual([]);
  });
});

describe("exchanging a federation token", () => {
  it("sends the token in the body and the tool's credentials as headers", async () => {
    const context = examples.exchangeForATool.response;
    const { client, asked } = await scripted([{ status: 200, body: context }]);
    expect(await client.exchange("federation-token")).toEqual(context);
    expect(asked[0]?.path).toBe("/api/public/federation/exchange");
    expect(asked[0]?.headers).toMatchObject({ authorization: "Bearer child-token", "x-tool-slug": "brand-studio" });
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ token: "federation-token" });
  });

  it("accepts a token minted for no tool and refuses another tool's, even if the hub accepts it", async () => {
    const context = examples.exchangeFederationToken.response;
    const other = { ...context, azp: "print-desk" };
    const { client, asked } = await scripted([
      { status: 200, body: context },
      { status: 200, body: other },
    ]);
    expect(await client.exchange("of-nobody")).toEqual(context);
    expect(await failure(client.exchange("of-another"))).toMatchObject({ code: "unauthorized", status: 401 });
    expect(asked).toHaveLength(2);
  });

  it("throws `unauthorized` for an invalid token, without a retry", async () => {
    const { client, asked } = await scripted([{ status: 401, body: envelope("unauthorized") }]);
    expect(await failure(client.exchange("old"))).toMatchObject({ code: "unauthorized", status: 401 });
    expect(asked).toHaveLength(1);
  });
});

describe("the brands that a tool can read", () => {
  const [brand] = examples.listToolBrands.response.brands;

  it("are listed from all pages", async () => {
    const { client, asked } = await scripted([
      { status: 200, body: { brands: [brand], next: "a-b_1" } },
      { status: 200, body: { brands: [brand], next: null } },
    ]);
    expect(await client.listBrands()).toEqual([brand, brand]);
    expect(asked.map(({ path }) => path)).toEqual([
      "/api/public/v1/brands?limit=100",
      "/api/public/v1/brands?limit=100&after=a-b_1",
    ]);
    expect(asked[0]?.headers).toMatchObject({ authorization: "Bearer child-token", "x-tool-slug": "brand-studio" });
  });

  it("are found by slug, or null", async () => {
    const { client, asked } = await scripted([
      { status: 200, body: { brands: [brand], next: null } },
      { status: 200, body: { brands: [], next: null } },
    ]);
    expect(await client.findBrand("alder-and-ash")).toEqual(brand);
    expect(await client.findBrand("birch")).toBeNull();
    expect(asked[0]?.path).toBe("/api/public/v1/brands?slug=alder-and-ash");
  });
});

describe("finding changed bundles", () => {
  it("checks 1,000 brands per request and merges the responses", async () => {
    const part = {
      changed: [{ id: EXAMPLE_BRAND_ID, identity_version: 7 }],
      forbidden: [EXAMPLE_BRAND_ID],
      not_found: [],
    };
    const hub = await scripted([{ status: 200, body: part }]);
    const held = Array.from({ length: MAX_BRANDS_ASKED + 1 }, (_, since) => ({ id: EXAMPLE_BRAND_ID, since }));
    expect(await hub.client.findChangedBundles(held)).toEqual({
      changed: [...part.changed, ...part.changed],
      forbidden: [EXAMPLE_BRAND_ID, EXAMPLE_BRAND_ID],
      not_found: [],
    });
    expect(hub.asked.map(({ body }) => JSON.parse(body).brands.length)).toEqual([MAX_BRANDS_ASKED, 1]);
    expect(hub.asked[0]).toMatchObject({ method: "POST", path: "/api/public/v1/bundles/changed" });
  });

  it("sends no request for no brands", async () => {
    const hub = await scripted([{ status: 500 }]);
    expect(await hub.client.findChangedBundles([])).toEqual({ changed: [], forbidden: [], not_found: [] });
    expect(hub.asked).toEqual([]);
  });
});
