import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { brands, entitlements, tools } from "@/db/schema";
import { MAX_EVENT_BYTES, operations } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { call } from "../support/call";
import { configure, withoutLimits } from "../support/configure";
import { createBrandFixture, entitle } from "../support/fixtures";
import { directMount, type Mount, routeFileMount } from "../support/mounts";
import { sharedResource } from "../support/shared-resource";
import { createWorld, type World } from "../support/world";

const MOUNTS = ["route files", "direct listener"] as const;

let world: World;
let mounts: Record<(typeof MOUNTS)[number], Mount>;
let mount: Mount;
beforeAll(async () => {
  world = await createWorld();
  mounts = { "route files": await routeFileMount(), "direct listener": await directMount() };
});
afterAll(async () => {
  for (const mount of Object.values(mounts)) await mount.close();
  await world.close();
});
beforeEach(withoutLimits);

const bundle = (query = "", id = world.brands.own.id) =>
  call(mount, operations.readBundle, { token: world.tokens.childApp, tool: "brand-studio", params: { id }, query });
const event = (values: Record<string, unknown> = {}) => ({
  brand_id: world.brands.own.id,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: newId(),
  payload: { n: 1 },
  ...values,
});
const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(mount, operations.ingestEvent, { token: world.tokens.childApp, tool: "brand-studio", body, headers });
const list = (query = "") =>
  call(mount, operations.listToolBrands, { token: world.tokens.childApp, tool: "brand-studio", query });
const ask = (brands: unknown) =>
  call(mount, operations.findChangedBundles, {
    token: world.tokens.childApp,
    tool: "brand-studio",
    body: { brands },
  });
const listTools = (token = world.tokens.apiKey) => call(mount, operations.listTools, { token });

describe.each(MOUNTS)("errors, HEAD and 304 on the %s", (name) => {
  beforeAll(() => {
    mount = mounts[name];
  });

  describe("bundle", () => {
    it.each([
      "?since=",
      "?since=-1",
      "?since=1.0",
      "?since=01",
      "?since=1e1",
      "?since=1&since=1",
      "?since=+1",
      "?since=1000000000000000",
      "?since=abc",
    ])("refuses %s with 400", async (query) => expect((await bundle(query)).status).toBe(400));

    it("accepts the id in any case, and answers 404 for a malformed one", async () => {
      expect((await bundle("", world.brands.own.id.toUpperCase())).status).toBe(200);
      for (const id of ["nonsense", "%00", "1234", `${world.brands.own.id}0`])
        expect((await bundle("", id)).status).toBe(404);
    });

    it("answers 403 before not_modified for a brand without an entitlement", async () => {
      expect((await bundle("?since=1", world.brands.other.id)).status).toBe(403);
    });

    it("accepts the scheme in any case and refuses cookies and query credentials", async () => {
      const { path } = operations.readBundle;
      const url = path.replace("{id}", world.brands.own.id);
      const headers = { "x-tool-slug": "brand-studio" };
      const token = world.tokens.childApp;
      const status = async (init: RequestInit, query = "") => (await mount.request(`${url}${query}`, init)).status;
      expect(await status({ headers: { ...headers, authorization: `bEaReR ${token}` } })).toBe(200);
      expect(await status({ headers: { ...headers, authorization: token } })).toBe(401);
      expect(await status({ headers: { ...headers, authorization: `Basic ${token}` } })).toBe(401);
      expect(await status({ headers }, `?access_token=${token}`)).toBe(401);
      const cookie = `next-auth.session-token=${world.tokens.session}`;
      expect((await mount.request("/api/public/brands", { headers: { cookie } })).status).toBe(401);
    });

    it("answers HEAD like GET without a body", async () => {
      const url = operations.readBundle.path.replace("{id}", world.brands.own.id);
      const headers = { authorization: `Bearer ${world.tokens.childApp}`, "x-tool-slug": "brand-studio" };
      const response = await mount.request(url, { method: "HEAD", headers });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    });
  });

  describe("brands", () => {
    it("refuses a malformed X-Brand-Id with 400, and one that differs from a federation token's brand with 403", async () => {
      const { session, federation } = world.tokens;
      const read = (token: string, id: string) =>
        call(mount, operations.readMyBrand, { token, headers: { "x-brand-id": id } });
      expect((await read(session, "nonsense")).status).toBe(400);
      expect((await read(federation, world.brands.second.id)).status).toBe(403);
      expect((await read(federation, world.brands.own.id)).status).toBe(200);
    });
  });

  describe("federation", () => {
    it.each([[{}], [{ token: "" }], [{ token: 5 }], [{ token: null }], [null], [[]], ["text"]])(
      "answers %j on exchange with 401",
      async (body) => {
        const answer = await call(mount, operations.exchangeFederationToken, { body: JSON.stringify(body) });
        expect(answer.status).toBe(401);
      },
    );

    it("answers 401 to a body that isn't JSON on exchange", async () => {
      expect((await call(mount, operations.exchangeFederationToken, { body: "{" })).status).toBe(400);
    });

    it("refuses alg none and a token signed with the session's secret", async () => {
      const [, claims, signature] = world.tokens.federation.split(".");
      const none = `${Buffer.from('{"alg":"none","typ":"hub-federation+jwt"}').toString("base64url")}.${claims}.`;
      for (const token of [none, `${world.tokens.session.split(".")[0]}.${claims}.${signature}`]) {
        expect((await call(mount, operations.exchangeFederationToken, { body: { token } })).status).toBe(401);
      }
    });
  });

  describe("events", () => {
    it.each<[string, Record<string, unknown>]>([
      ["an unknown key", { extra: 1 }],
      ["an unknown key that is too long to quote", { [`\u0000${"k".repeat(5000)}`]: 1 }],
      ["no payload", { payload: undefined }],
      ["a payload that is an array", { payload: [] }],
      ["no idempotency_key", { idempotency_key: undefined }],
      ["an empty idempotency_key", { idempotency_key: "" }],
      ["an idempotency_key of 201 characters", { idempotency_key: "k".repeat(201) }],
      ["a non-ASCII idempotency_key", { idempotency_key: "ké" }],
      ["a date without milliseconds", { occurred_at: "2026-03-14T09:26:53Z" }],
      ["a date that doesn't exist", { occurred_at: "2026-02-30T09:26:53.000Z" }],
      ["a date with an offset", { occurred_at: "2026-03-14T09:26:53.000+01:00" }],
      ["a type that is reserved for the hub", { type: "identity.updated" }],
      ["another reserved type", { type: "hub.test" }],
      ["an upper-case type", { type: "Asset.Approved" }],
      ["a type of 101 characters", { type: "a".repeat(101) }],
      ["an empty trace_id", { trace_id: "" }],
      ["a trace_id of 129 characters", { trace_id: "t".repeat(129) }],
      ["a brand_id that isn't a UUID", { brand_id: "alder" }],
      ["NUL in the payload", { payload: { a: "\u0000" } }],
      ["NUL in a key of the payload", { payload: { "\u0000": 1 } }],
    ])("refuses %s with 400", async (_, values) => expect((await send(event(values))).status).toBe(400));

    it("refuses values that JSON allows and PostgreSQL can't store", async () => {
      const text = (payload: string) => JSON.stringify(event()).replace('{"n":1}', payload);
      expect((await send(text('{"a":"\\ud800"}'))).status).toBe(400);
      expect((await send(text('{"a":1e400}'))).status).toBe(400);
      expect((await send(text(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`))).status).toBe(400);
      expect((await send(text(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`))).status).toBe(400);
    });

    it("refuses broken JSON, another media type, compression and an oversize body with 400", async () => {
      expect((await send("{")).status).toBe(400);
      expect((await send(event(), { "content-type": "text/plain" })).status).toBe(400);
      expect((await send(event(), { "content-encoding": "gzip" })).status).toBe(400);
      expect((await send(event({ payload: { a: "x".repeat(70_000) } }))).status).toBe(400);
      expect((await send(event({ payload: { a: "x".repeat(6_000_000) } }))).status).toBe(400);
    });
  });

  describe("subscriptions", () => {
    it.each([
      "http://example.com/hook",
      "https://user:pass@example.com/hook",
      "https://example.com/#x",
      "https://10.0.0.1/hook",
      "https://169.254.169.254/latest",
      "https://[::ffff:127.0.0.1]/",
      "http://127.1:4100/",
      "ftp://example.com/",
      "nonsense",
      `https://example.com/${"x".repeat(2048)}`,
    ])("refuses %s with 400", async (webhook_url) => {
      const body = { brand_id: world.brands.own.id, tool_slug: "brand-studio", webhook_url };
      expect((await call(mount, operations.registerSubscription, { token: world.tokens.dispatch, body })).status).toBe(
        400,
      );
    });

    it("answers an unknown tool with 404", async () => {
      const body = { brand_id: world.brands.own.id, tool_slug: "nobody", webhook_url: "https://example.com/hook" };
      expect((await call(mount, operations.registerSubscription, { token: world.tokens.dispatch, body })).status).toBe(
        404,
      );
    });
  });

  describe("listing the brands of a tool", () => {
    it.each([
      "?limit=0",
      "?limit=101",
      "?limit=",
      "?limit=1.5",
      "?limit=1&limit=2",
      "?after=",
      "?after=nonsense",
      `?after=${Buffer.from("alder").toString("base64url")}`,
      "?slug=Not%20a%20slug",
    ])("refuses %s with 400", async (query) => expect((await list(query)).status).toBe(400));
  });

  describe("listing a tool's webhooks", () => {
    it.each(["?since=2026-03-14", "?since=2026-02-30T00:00:00.000Z", "?after=eA", "?after=1&after=2"])(
      "refuses %s with 400",
      async (query) => {
        const caller = { token: world.tokens.childApp, tool: "brand-studio" };
        expect((await call(mount, operations.listDeliveries, { ...caller, query })).status).toBe(400);
      },
    );

    it("takes any time that exists", async () => {
      const caller = { token: world.tokens.childApp, tool: "brand-studio" };
      for (const year of ["0000", "9999"]) {
        const query = `?since=${year}-01-01T00:00:00.000Z`;
        expect((await call(mount, operations.listDeliveries, { ...caller, query })).status).toBe(200);
      }
    });
  });

  describe("finding changed bundles", () => {
    it.each([
      ["no brand", []],
      ["more than a thousand", Array.from({ length: 1001 }, () => ({ id: newId(), since: 1 }))],
      [
        "a repeated brand, in any case",
        [{ id: "a".repeat(8) + newId().slice(8), since: 1 }].flatMap((one) => [
          one,
          { ...one, id: one.id.toUpperCase() },
        ]),
      ],
      ["a malformed id", [{ id: "alder", since: 1 }]],
      ["no version", [{ id: newId() }]],
      ["a version that isn't an integer", [{ id: newId(), since: 1.5 }]],
      ["another key", [{ id: newId(), since: 1, until: 2 }]],
    ])("refuses %s with 400", async (_, brands) => expect((await ask(brands)).status).toBe(400));
  });

  describe("limits", () => {
    it("admits exactly the budget, then answers 429 with Retry-After, and doesn't count refused requests", async () => {
      configure({ RATE_LIMIT_PER_MINUTE: 5 });
      const token = name === "route files" ? world.tokens.apiKey : world.tokens.secondApiKey;
      const statuses: number[] = [];
      for (let n = 0; n < 8; n += 1) statuses.push((await listTools(token)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      const refused = await listTools(token);
      expect(refused.headers.get("ratelimit-policy")).toBe('"default";q=5;w=60');
      expect(refused.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
    });

    it("answers 429 to failed credentials once the address has used them up, but never to a valid one", async () => {
      configure({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 3 });
      const statuses: number[] = [];
      for (let n = 0; n < 5; n += 1) statuses.push((await listTools("garbage")).status);
      expect(statuses.at(-1)).toBe(429);
      const refused = await listTools("garbage");
      expect(refused.headers.get("ratelimit-policy")).toMatch(/^"failed-credentials";q=\d+;w=60$/);
      expect(refused.headers.get("ratelimit")).toMatch(/^"failed-credentials";r=0;t=\d+$/);
      expect(statuses[0]).toBe(name === "route files" ? 401 : statuses[0]);
      expect((await listTools()).status).toBe(200);
      expect((await call(mount, operations.listTools)).status).toBe(401);
    });
  });

  it.each(["readOpenApi", "readApiPdf"] as const)(
    "%s also has an ETag, and can be cached for five minutes",
    async (id) => {
      await sharedResource("api-pdf");
      const first = await call(mount, operations[id]);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      const again = await call(mount, operations[id], { headers: { "if-none-match": etag } });
      expect([again.status, again.body, again.headers.get("cache-control")]).toEqual([
        304,
        undefined,
        "public, max-age=300",
      ]);
      expect(again.headers.get("access-control-allow-origin")).toBe("*");
    },
  );

  it("returns the request's own id, or a new one if it is malformed", async () => {
    const id = "trace-42";
    const ask = (value: string) =>
      call(mount, operations.listTools, { token: world.tokens.apiKey, headers: { "x-request-id": value } });
    expect((await ask(id)).headers.get("x-request-id")).toBe(id);
    expect((await ask("not well formed!")).headers.get("x-request-id")).not.toBe("not well formed!");
  });

  it("never reveals why it failed", async () => {
    const { db } = world.hub;
    world.hub.db = new Proxy(db, {
      get: () => () => {
        throw new Error("secret cause");
      },
    });
    const response = await mount.request("/api/public/tools", {
      headers: { authorization: `Bearer ${world.tokens.apiKey}` },
    });
    world.hub.db = db;
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text).error.code).toBe("server_error");
    expect(text).not.toContain("secret cause");
  });

  it("answers only declared schemas for any path under /api/public", async () => {
    for (const path of [
      "/api/public",
      "/api/public/",
      "/api/public/tools/",
      "/api/public/v1/brand/by-id//bundle",
      "/api/public/%74ools",
      "/api/public/Tools",
    ]) {
      const response = await mount.request(path);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});

describe("on the direct listener", () => {
  beforeAll(() => {
    mount = mounts["direct listener"];
  });

  describe("bundle", () => {
    it("returns the whole bundle, or not_modified if since is current", async () => {
      const full = await bundle();
      expect(full.body).toMatchObject({
        brand: { slug: "alder" },
        identity_version: 1,
        assets: [],
        logos: { items: [] },
      });
      expect(full.body.colors.palette[0]).toMatchObject({ hex: "#2f5d50", rgb: { r: 47, g: 93, b: 80 } });
      expect((await bundle("?since=1")).body).toEqual({ not_modified: true });
    });

    it("returns the whole bundle if since is older or above the current version", async () => {
      expect((await bundle("?since=0")).body.identity_version).toBe(1);
      expect((await bundle("?since=999999999999999")).body.identity_version).toBe(1);
    });

    it("ignores unknown query parameters", async () => {
      expect((await bundle("?other=1&since=1")).body).toEqual({ not_modified: true });
    });
  });

  describe("brands", () => {
    it("shows an API key its one brand with the role api-key", async () => {
      const { body } = await call(mount, operations.listBrands, { token: world.tokens.secondApiKey });
      expect(body.brands).toEqual([
        {
          id: world.brands.second.id,
          slug: "birch",
          name: world.brands.second.name,
          identity_version: 1,
          role: "api-key",
        },
      ]);
    });

    it("shows a user their active brands with roles, and the current one", async () => {
      const { body } = await call(mount, operations.listMyBrands, { token: world.tokens.session });
      expect(body.brands.map((brand: { slug: string; role: string }) => [brand.slug, brand.role])).toEqual([
        ["alder", "owner"],
        ["birch", "owner"],
      ]);
      expect(body.active_brand_id).toBe(world.brands.own.id);
    });

    it("answers a user without brands with an empty list, null and 403", async () => {
      const token = world.tokens.lonerSession;
      expect((await call(mount, operations.listMyBrands, { token })).body).toEqual({
        brands: [],
        active_brand_id: null,
      });
      expect((await call(mount, operations.readMyBrand, { token })).status).toBe(403);
      expect((await call(mount, operations.mintFederationToken, { token, body: {} })).status).toBe(403);
    });

    it("lets X-Brand-Id select the brand of a session, and returns an equal brand_book", async () => {
      const headers = { "x-brand-id": world.brands.second.id.toUpperCase() };
      const { body } = await call(mount, operations.readMyBrand, { token: world.tokens.session, headers });
      expect(body.brand.slug).toBe("birch");
      expect(body.brand_book).toEqual(body.brand_identity);
    });
  });

  describe("federation", () => {
    it("mints for the active brand if the body is empty, and the token exchanges into the user's context", async () => {
      const minted = await call(mount, operations.mintFederationToken, {
        token: world.tokens.session,
        headers: { "content-length": "0" },
      });
      expect(minted.status).toBe(200);
      const { body } = await call(mount, operations.exchangeFederationToken, { body: { token: minted.body.token } });
      expect(body).toEqual({
        user_id: world.users.owner.id,
        brand_id: world.brands.own.id,
        role: "owner",
        entitlements: ["brand-studio", "print-desk"],
      });
    });

    it("exchanges the same token twice, so retries are safe", async () => {
      const body = { token: world.tokens.federation };
      const first = await call(mount, operations.exchangeFederationToken, { body });
      expect((await call(mount, operations.exchangeFederationToken, { body })).body).toEqual(first.body);
    });
  });

  describe("events", () => {
    it("accepts an event once and then dedupes it, even with another body", async () => {
      const first = event();
      expect((await send(first)).body).toEqual({ ok: true, deduped: false });
      expect((await send(first)).body).toEqual({ ok: true, deduped: true });
      expect((await send({ ...first, payload: { n: 2 } })).body).toEqual({ ok: true, deduped: true });
    });

    it("keeps each key of a payload, even __proto__", async () => {
      const body = JSON.stringify(event()).replace('{"n":1}', '{"__proto__":{"a":1},"n":1}');
      expect((await send(body)).status).toBe(200);
    });

    it("explains what is wrong with a body", async () => {
      for (const [body, message] of [
        ["[]", "body: must be an object."],
        [event({ type: undefined }), "body.type: is missing."],
        [event({ extra: 1 }), 'body: has unknown fields: "extra".'],
        [event({ trace_id: "x".repeat(129) }), "body.trace_id: is longer than 128 characters."],
        [event({ trace_id: "" }), "body.trace_id: is empty."],
        [event({ payload: 1 }), "body.payload: must be an object."],
        [
          event({ type: "Asset.approved" }),
          "body.type: must be words of lower-case letters, digits, - and _, joined by dots.",
        ],
      ] as const)
        expect((await send(body)).body.error.message).toBe(message);
      expect((await send(event({ type: "asset.was-approved" }))).status).toBe(200);
      expect((await ask(Array(1001).fill({}))).body.error.message).toBe("body.brands: has more than 1000 entries.");
    });

    it.each([
      [undefined, /^Send your tool's slug as X-Tool-Slug/],
      ["Brand-Studio", /^X-Tool-Slug must be a slug: lower-case/],
      ["brand_studio", /^X-Tool-Slug must be a slug: lower-case/],
      ["print-desk", /^The child app token isn't valid for the tool in X-Tool-Slug\.$/],
      ["never-registered", /^The child app token isn't valid for the tool in X-Tool-Slug\.$/],
    ])("names the wrong header for the slug %s", async (tool, message) => {
      const answer = await call(mount, operations.ingestEvent, { token: world.tokens.childApp, tool, body: event() });
      expect([answer.status, answer.body.error.message]).toEqual([401, expect.stringMatching(message)]);
    });

    it("accepts all of a batch or none", async () => {
      const one = event();
      const options = { token: world.tokens.childApp, tool: "brand-studio" };
      const batch = (events: unknown[]) => call(mount, operations.ingestEventBatch, { ...options, body: { events } });
      expect((await batch([one, event({ type: "Bad Type" })])).status).toBe(400);
      const elsewhere = [world.brands.other.id, newId()].map((id) => event({ brand_id: id }));
      for (const refused of elsewhere) {
        const answer = await batch([one, event(), refused, one]);
        const message = "The brand of events.2 is not entitled to this tool.";
        expect([answer.status, answer.body.error.message]).toEqual([403, message]);
        expect((await send(refused)).body.error.message).toBe("The brand is not entitled to this tool.");
      }
      expect((await batch([one, one, event()])).body.results).toEqual([
        { deduped: false },
        { deduped: true },
        { deduped: false },
      ]);
      expect((await batch([])).status).toBe(400);
      expect((await batch(Array.from({ length: 501 }, () => event({ payload: {} })))).status).toBe(400);
      const padded = (bytes: number) => {
        const bare = event({ payload: { text: "" } });
        return { ...bare, payload: { text: "x".repeat(bytes - JSON.stringify(bare).length) } };
      };
      for (const [bytes, status] of [
        [MAX_EVENT_BYTES, 200],
        [MAX_EVENT_BYTES + 1, 400],
      ] as const) {
        expect((await send(padded(bytes))).status).toBe(status);
        expect((await batch([event(), padded(bytes)])).status).toBe(status);
      }
      const tooLarge = await batch([event(), padded(200_000)]);
      expect(tooLarge.body.error.message).toBe("body.events.1: is larger than 64 KB.");
      const many = await batch(Array.from({ length: 500 }, () => event({ payload: {} })));
      expect(many.body.results).toHaveLength(500);
    });

    it("accepts loose events of version 0, with a hint at their successor", async () => {
      const token = world.tokens.apiKey;
      const answer = await call(mount, operations.ingestLooseEvent, { token, body: { type: "x", extra: true } });
      expect(answer.body).toEqual({ ok: true });
      expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(answer.headers.get("link")).toBe('</api/public/v1/events>; rel="successor-version"');
      expect((await call(mount, operations.ingestLooseEvent, { token, body: { payload: {} } })).status).toBe(400);
    });
  });

  describe("a bundle's ETag", () => {
    const read = (ifNoneMatch?: string, query = "", id = world.brands.own.id) =>
      call(mount, operations.readBundle, {
        token: world.tokens.childApp,
        tool: "brand-studio",
        params: { id },
        query,
        headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch },
      });
    /** Repeats until both reads fall into the same minute. */
    const twice = async (ifNoneMatch: (etag: string) => string) => {
      for (;;) {
        const etag = (await read()).headers.get("etag") ?? "";
        const again = await read(ifNoneMatch(etag));
        if ((await read()).headers.get("etag") === etag) return { etag, again };
      }
    };

    it("is weak and answered 304 without a body, still uncached and counted", async () => {
      configure({ RATE_LIMIT_PER_MINUTE: 1_000 });
      const { etag, again } = await twice((tag) => `"other", ${tag}`);
      expect(etag).toMatch(/^W\/"1-\d+"$/);
      expect([again.status, again.body]).toEqual([304, undefined]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("no-store");
      expect(again.headers.get("ratelimit")).not.toBeNull();
    });

    it("from another version or minute, or an invalid one, returns the whole bundle", async () => {
      const [version, minute] =
        /"(\d+)-(\d+)"/
          .exec((await read()).headers.get("etag") ?? "")
          ?.slice(1)
          .map(Number) ?? [];
      for (const tag of [
        `W/"${Number(version) + 1}-${minute}"`,
        `W/"${version}-${Number(minute) - 30}"`,
        "*",
        '""',
        "1",
      ])
        expect([tag, (await read(tag)).status]).toEqual([tag, 200]);
    });

    const tagsSent = {
      weak: (etag: string) => etag,
      strong: (etag: string) => etag.replace("W/", ""),
      several: (etag: string) => `"other", ${etag}`,
      "*": () => "*",
    };
    /** Changes after the ETag was issued. */
    const changes = {
      nothing: async (_id: string) => {},
      disabled: (_id: string) =>
        world.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, "brand-studio")),
      archived: (id: string) => world.db.update(brands).set({ archivedAt: new Date() }).where(eq(brands.id, id)),
      taken: (id: string) => world.db.delete(entitlements).where(eq(entitlements.brandId, id)),
      later: async (_id: string) => void vi.setSystemTime(Date.now() + 60_000),
    };
    interface Case {
      tag?: keyof typeof tagsSent;
      since?: string;
      now?: keyof typeof changes;
      status: number;
      /** `since` is current. */
      current?: true;
    }

    it.each<[string, Case]>([
      ["the ETag unchanged", { tag: "weak", status: 304 }],
      ["the ETag as a strong one", { tag: "strong", status: 304 }],
      ["the ETag among others", { tag: "several", status: 304 }],
      ["*", { tag: "*", status: 200 }],
      ["no ETag", { status: 200 }],
      ["the ETag and the current version", { tag: "weak", since: "1", status: 200, current: true }],
      ["a strong ETag and the current version", { tag: "strong", since: "1", status: 200, current: true }],
      ["* and the current version", { tag: "*", since: "1", status: 200, current: true }],
      ["the ETag and another version", { tag: "weak", since: "0", status: 304 }],
      ["a strong ETag and another version", { tag: "strong", since: "0", status: 304 }],
      ["* and another version", { tag: "*", since: "0", status: 200 }],
      ["the ETag and an invalid version", { tag: "weak", since: "abc", status: 400 }],
      ["* and an invalid version", { tag: "*", since: "abc", status: 400 }],
      ...[{ tag: "weak" } as const, { tag: "strong", since: "1" } as const, { tag: "*", since: "0" } as const].flatMap(
        (sent): [string, Case][] => [
          [`a ${sent.tag} ETag from a disabled tool`, { ...sent, now: "disabled", status: 403 }],
          [`a ${sent.tag} ETag for an archived brand`, { ...sent, now: "archived", status: 404 }],
          [`a ${sent.tag} ETag without entitlement`, { ...sent, now: "taken", status: 403 }],
        ],
      ),
      [
        "the ETag and an invalid version for an archived brand",
        { tag: "weak", since: "abc", now: "archived", status: 400 },
      ],
      ["the ETag a minute later", { tag: "weak", now: "later", status: 200 }],
      ["a strong ETag a minute later", { tag: "strong", now: "later", status: 200 }],
      [
        "the ETag and the current version a minute later",
        { tag: "weak", since: "1", now: "later", status: 200, current: true },
      ],
      ["the ETag and another version a minute later", { tag: "weak", since: "0", now: "later", status: 200 }],
    ])("answers a tool that sends %s", async (_, { tag, since, now, status, current }) => {
      const { db, tokens } = world;
      const { id } = await createBrandFixture(db);
      await entitle(db, id, "brand-studio");
      const query = since === undefined ? "" : `?since=${since}`;
      const url = `${operations.readBundle.path.replace("{id}", id)}${query}`;
      const headers = { authorization: `Bearer ${tokens.childApp}`, "x-tool-slug": "brand-studio" };
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        const etag = (await read(undefined, "", id)).headers.get("etag") ?? "";
        await changes[now ?? "nothing"](id);
        const sent = tag && tagsSent[tag](etag);
        const got = await read(sent, query, id);
        const head = await mount.request(url, {
          method: "HEAD",
          headers: sent === undefined ? headers : { ...headers, "if-none-match": sent },
        });
        expect([got.status, head.status, await head.text()]).toEqual([status, status, ""]);
        for (const answer of [got, head]) expect(answer.headers.get("cache-control")).toBe("no-store");
        if (status === 200)
          expect(got.body).toEqual(current ? { not_modified: true } : expect.objectContaining({ identity_version: 1 }));
        // Only a bundle has an ETag: the same one, or a different one a minute later.
        const isTagged = status === 304 || (status === 200 && !current);
        const its = now === "later" ? expect.not.stringContaining(etag) : etag;
        for (const answer of [got, head]) expect(answer.headers.get("etag")).toEqual(isTagged ? its : null);
      } finally {
        vi.useRealTimers();
        await db.delete(entitlements).where(eq(entitlements.brandId, id));
        await db.update(tools).set({ status: "active" }).where(eq(tools.slug, "brand-studio"));
      }
    });
  });

  describe("listing the brands of a tool", () => {
    it("lists the tool's brands with id, slug, name and version, without archived ones", async () => {
      const { id, slug, name } = world.brands.own;
      expect((await list()).body).toEqual({ brands: [{ id, slug, name, identity_version: 1 }], next: null });
    });

    it("lists each brand once across pages while access is granted and revoked", async () => {
      const { own, second, other } = world.brands;
      const { db } = world;
      for (const { id } of [second, other]) await entitle(db, id, "brand-studio");
      const first = (await list("?limit=1")).body;
      expect(first.brands).toHaveLength(1);
      const rest = (await list(`?limit=100&after=${first.next}`)).body;
      const ids = [...first.brands, ...rest.brands].map(({ id }: { id: string }) => id);
      expect(ids).toEqual([own.id, second.id, other.id].sort());
      const whole = (await list("?limit=2")).body;
      await db.delete(entitlements).where(eq(entitlements.brandId, second.id));
      await db.delete(entitlements).where(eq(entitlements.brandId, other.id));
      expect((await list(`?limit=2&after=${whole.next}`)).body).toEqual({ brands: [], next: null });
    });

    it("finds a brand by slug, but none that is unreadable, archived or unknown", async () => {
      const { own, other, archived } = world.brands;
      expect((await list(`?slug=${own.slug}`)).body.brands).toMatchObject([{ id: own.id }]);
      for (const slug of [other.slug, archived.slug, "no-such-brand"])
        expect((await list(`?slug=${slug}`)).body).toEqual({ brands: [], next: null });
    });
  });

  describe("finding changed bundles", () => {
    it("separates changed, forbidden and unknown brands, and omits current ones", async () => {
      const { own, other, archived } = world.brands;
      const unknown = newId();
      const others = [other, archived, { id: unknown }].map(({ id }) => ({ id, since: 1 }));
      const answer = await ask([{ id: own.id.toUpperCase(), since: 0 }, ...others]);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        changed: [{ id: own.id, identity_version: 1 }],
        forbidden: [other.id],
        not_found: expect.toSatisfy(
          (ids: string[]) => ids.toSorted().join() === [archived.id, unknown].toSorted().join(),
        ),
      });
      expect((await ask([{ id: own.id, since: 1 }])).body).toEqual({ changed: [], forbidden: [], not_found: [] });
    });

    it("reports a version above the current one as changed, like the bundle", async () => {
      const { id } = world.brands.own;
      expect((await ask([{ id, since: 999_999_999_999_999 }])).body.changed).toEqual([{ id, identity_version: 1 }]);
    });

    it("counts a request with a thousand brands once", async () => {
      configure({ RATE_LIMIT_PER_MINUTE: 1_000 });
      const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      const thousand = Array.from({ length: 1000 }, () => ({ id: newId(), since: 1 }));
      const before = left((await ask([{ id: newId(), since: 1 }])).headers);
      const answer = await ask(thousand);
      expect(answer.body.not_found).toHaveLength(1000);
      expect(left(answer.headers)).toBe(before - 1);
    });
  });

  describe("limits", () => {
    it("gives a user one budget across all their tokens", async () => {
      configure({ RATE_LIMIT_PER_MINUTE: 1_000 });
      const before = Number(
        /r=(\d+)/.exec(
          (await call(mount, operations.listMyBrands, { token: world.tokens.session })).headers.get("ratelimit") ?? "",
        )?.[1],
      );
      const after = Number(
        /r=(\d+)/.exec(
          (await call(mount, operations.listMyBrands, { token: world.tokens.federation })).headers.get("ratelimit") ??
            "",
        )?.[1],
      );
      expect(after).toBe(before - 1);
    });

    it("tells a failed credential the remaining budget, and a missing one nothing", async () => {
      configure({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 400 });
      const left = async () => {
        const { status, headers } = await listTools("garbage");
        expect([status, headers.get("ratelimit-policy")]).toEqual([401, '"failed-credentials";q=400;w=60']);
        return Number(/^"failed-credentials";r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]);
      };
      const before = await left();
      expect(await left()).toBe(before - 1);
      expect((await call(mount, operations.listTools)).headers.get("ratelimit")).toBeNull();
    });

    it("doesn't count the dispatch secret", async () => {
      configure({ RATE_LIMIT_PER_MINUTE: 1 });
      for (let n = 0; n < 3; n += 1) {
        expect((await call(mount, operations.dispatchTick, { token: world.tokens.dispatch })).status).toBe(200);
      }
    });
  });
});
