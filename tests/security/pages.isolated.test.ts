import { count, eq } from "drizzle-orm";
import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { askForReset, resetAction } from "@/app/(auth)/link-actions";
import { issueToken, revoke, setPassword } from "@/app/(hub)/account/actions";
import AccountPage from "@/app/(hub)/account/page";
import { mintTestToken } from "@/app/(hub)/b/[brand]/developers/federation/actions";
import { issueKey } from "@/app/(hub)/b/[brand]/developers/keys/actions";
import KeysPage from "@/app/(hub)/b/[brand]/developers/keys/page";
import { GET as readVersionFile } from "@/app/(hub)/b/[brand]/history/[version]/[file]/route";
import { invite } from "@/app/(hub)/b/[brand]/members/actions";
import { switchPublicPage } from "@/app/(hub)/b/[brand]/settings/actions";
import { POST as upload } from "@/app/(hub)/b/[brand]/uploads/route";
import { checkSlugAction, previewWebsiteAction } from "@/app/(hub)/new/actions";
import { POST } from "@/app/(hub)/new/brands/route";
import { GET as connect } from "@/app/connect/[tool]/route";
import { GET as draw } from "@/app/p/[slug]/in-use/[drawing]/route";
import { apiKeys, files, invitations, sessions } from "@/db/schema";
import {
  hashPassword,
  issueNamedSessionToken,
  makeResetLink,
  openPasswordSession,
  signInWithPassword,
} from "@/lib/access/server";
import { type OperationId, operations } from "@/lib/contract";
import { env } from "@/lib/platform/config/env";
import type { RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import { log } from "@/lib/platform/log";
import { REFUSAL_DIGEST } from "@/lib/platform/text";
import { assembleHub, contextOf, type Hub, setHub } from "@/lib/runtime/hub";
import type { FormResult } from "@/lib/web/actions/form-result";
import { mirrorActiveBrand } from "@/lib/web/auth/cookies";
import { routeContext } from "@/lib/web/auth/current-user";
import { sessionJwt } from "@/lib/web/auth/session-jwt";
import { proxy } from "@/proxy";
import { call } from "../support/call";
import { configure, withoutLimits } from "../support/configure";
import { createTestDatabase } from "../support/database";
import { svg } from "../support/files";
import { ANONYMOUS, actingUser, context, createTool, createUser, entitle } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { memoryMailer } from "../support/memory-mailer";
import { type Mount, routeFileMount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

/** The browser: its session and re-authentication cookies, and those it received. */
const browser = vi.hoisted(() => ({ cookie: "", proof: "", given: new Map<string, string>() }));
/** Work that runs after the response. */
const deferred = vi.hoisted((): (() => Promise<void>)[] => []);
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get(name: string) {
      if (name.endsWith("session-token")) return { name, value: browser.cookie };
      if (name.endsWith("-proof")) return { name, value: browser.proof };
      return undefined;
    },
    set: ({ name, value }: { name: string; value: string }) => browser.given.set(name, value),
  }),
  headers: async () => new Headers({ host: "hub.test" }),
}));
vi.mock("next/cache", () => ({ refresh: () => {}, revalidatePath: () => {} }));
vi.mock("next/server", async (original) => ({
  ...(await original<typeof import("next/server")>()),
  after: (work: () => Promise<void>) => deferred.push(work),
}));

log.level = "silent";

describe("requesting a password reset", () => {
  const queries: string[] = [];
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase((query) => queries.push(query));
    setHub(assembleHub(database, { mail: memoryMailer() }));
  });
  afterAll(() => database.close());

  const formOf = (email: string) => {
    const form = new FormData();
    form.set("email", email);
    return form;
  };

  it("answers a forgotten password equally for every email, before any database query", async () => {
    await createUser(database.db, { email: "known@example.com" });
    queries.length = 0;
    const answers = [await askForReset(formOf("known@example.com")), await askForReset(formOf("unknown@example.com"))];
    expect(answers).toEqual([
      { status: "ok", data: undefined },
      { status: "ok", data: undefined },
    ]);
    expect(queries).toEqual([]);
    await Promise.all(deferred.map((work) => work()));
    const sent = await database.db.query.mails.findMany();
    expect(sent).toMatchObject([{ recipient: "known@example.com", kind: "account.password_reset" }]);
  });
});

describe("setting a new password", () => {
  const OLD = "a few plain words";
  const NEW = "ferry tulip brass onion";
  let hub: Hub;
  beforeAll(async () => {
    hub = assembleHub(await createTestDatabase(), { limits: new MemoryStore({ nowMs: () => 0 }) });
    setHub(hub);
  });
  afterAll(() => hub.database.close());

  const by = (kind: "anonymous" | "system") =>
    contextOf(hub, {
      actor: kind === "system" ? { kind, name: "test" } : { kind },
      now: new Date(),
      clientIp: "198.51.100.7",
    });

  /** An account under attack from everywhere, whose owner then sets a new password. */
  async function attacked() {
    const user = await createUser(hub.db, { email: "attacked@example.com", passwordHash: await hashPassword(OLD) });
    await openPasswordSession(by("anonymous"), {
      userId: user.id,
      userAgent: null,
      passwordHash: user.passwordHash ?? "",
    });
    const guess = (network: number) =>
      signInWithPassword(
        { ...by("anonymous"), clientIp: `192.0.${network}.1` },
        { email: user.email, password: "wrong" },
      );
    for (let network = 0; network < 40; network++) await guess(network).catch(() => {});
    const { path } = await makeResetLink(by("system"), { email: user.email });
    const form = new FormData();
    form.set("password", NEW);
    const reset = () => resetAction(path.split("/").at(-1) ?? "", form);
    const signIn = (device: string | null, password = NEW) =>
      signInWithPassword(by("anonymous"), { email: user.email, password, device });
    return { user, reset, signIn };
  }

  it("a password reset lets its browser sign in while others guess, and still announces it as new", async () => {
    const { user, reset, signIn } = await attacked();
    await expect(signIn(null)).rejects.toThrow(/Too many wrong passwords/);
    await expect(reset()).rejects.toThrow("NEXT_REDIRECT");
    const device = browser.given.get("hub-device") ?? "";
    await expect(signIn(null)).rejects.toThrow(/Too many wrong passwords/);
    const proved = await signIn(device);
    expect(proved).toMatchObject({ signedIn: true, user: { id: user.id } });
    const { passwordHash } = proved.signedIn ? proved.user : { passwordHash: "" };
    await openPasswordSession(by("anonymous"), { userId: user.id, userAgent: null, device, passwordHash });
    const marked = await hub.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(marked.map(({ newBrowser }) => newBrowser)).toEqual([false, true]);
  });

  it("a page without a working link sets no cookie", async () => {
    browser.given.clear();
    const form = new FormData();
    form.set("password", NEW);
    expect(await resetAction("x".repeat(43), form)).toMatchObject({ status: "error" });
    expect(browser.given.size).toBe(0);
  });
});

describe("a form for a new brand", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    browser.cookie = world.tokens.session;
  });
  afterAll(() => world.close());

  const HEADERS = { "content-type": "multipart/form-data; boundary=x", "sec-fetch-site": "same-origin" };
  const send = (body: string) =>
    POST(new Request("http://hub.test/new/brands", { method: "POST", headers: HEADERS, body }));
  const brand = (json: string) => `--x\r\nContent-Disposition: form-data; name="brand"\r\n\r\n${json}\r\n--x--\r\n`;

  afterEach(() => vi.restoreAllMocks());

  it("refuses a new-brand form with too many parts before it builds any", async () => {
    const parse = vi.spyOn(Response.prototype, "formData");
    const empty = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n";
    expect((await send(`${empty.repeat(57_614)}--x--\r\n`)).status).toBe(400);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    [400, "[".repeat(1_000_000)],
    [400, `[${"0,".repeat(200_000)}0]`],
    [400, `{"${"k".repeat(17_000)}":1}`],
    [413, " ".repeat(4_300_000)],
  ])("refuses a new-brand form with deep or large JSON before it parses it", async (status, json) => {
    const parse = vi.spyOn(JSON, "parse");
    expect((await send(brand(json))).status).toBe(status);
    expect(parse).not.toHaveBeenCalledWith(json);
  });

  it("accepts a small form, and validates its content", async () => {
    const parse = vi.spyOn(JSON, "parse");
    expect((await send(brand('{"name":"Acme"}'))).status).toBe(400);
    expect(parse).toHaveBeenCalledWith('{"name":"Acme"}');
  });
});

describe("credentials", () => {
  let world: World;
  let mount: Mount;
  let tokens: Record<Kind, string>;
  const anyone = () => context(world.db, ANONYMOUS, new Date());
  beforeAll(async () => {
    withoutLimits();
    world = await createWorld();
    browser.proof = world.tokens.proof;
    mount = await routeFileMount();
    await createTool(world.db, { slug: "studio", connectUrl: "https://tool.example.com/hub" });
    await entitle(world.db, world.brands.own.id, "studio");
    const ctx = context(world.db, actingUser(world.users.owner), new Date());
    const named = await issueNamedSessionToken(ctx, { name: "Nightly export" });
    const reading = await issueNamedSessionToken(ctx, { name: "Nightly report", scopes: ["read"] });
    const minted = await call(mount, operations.mintFederationToken, { token: named.token });
    tokens = {
      browser: world.tokens.session,
      named: named.token,
      reading: reading.token,
      federation: world.tokens.federation,
      ofNamed: minted.body.token,
      apiKey: world.tokens.apiKey,
      childApp: world.tokens.childApp,
    };
  });
  afterAll(() => world.close());

  /** 303 for a redirect to sign-in; anything else fails the test. */
  async function opened(work: () => Promise<unknown>): Promise<number> {
    try {
      await work();
      return 200;
    } catch (error) {
      const { digest = "", status } = error as { digest?: string; status?: number };
      if (digest.startsWith("NEXT_REDIRECT") && digest.includes("/sign-in")) return 303;
      if (status !== undefined) return status;
      throw error;
    }
  }

  const acted = (work: () => Promise<FormResult<unknown>>) =>
    opened(async () => {
      const result = await work();
      if (result.status === "error") throw Object.assign(new Error(result.message), { status: 422 });
    });

  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };
  const QUERY = { searchParams: Promise.resolve({}) };
  const byBearer = (id: OperationId) => async (token: string) => (await call(mount, operations[id], { token })).status;

  /** Expected status per page and credential, sent as session cookie or Bearer token; 303 asks to sign in. */
  const PLACES = {
    accountPage: () => opened(() => AccountPage()),
    keysPage: () => opened(() => KeysPage({ ...QUERY, params: Promise.resolve({ brand: world.brands.own.slug }) })),
    issueToken: () => acted(() => issueToken(form({ name: "Another", access: "write" }))),
    signOutBrowser: () => acted(() => revoke(newId())),
    setPassword: () => acted(() => setPassword(form({ password: "short" }))),
    issueKey: () =>
      acted(() => issueKey(world.brands.own.id, form({ name: "Another", expiry: "never", scopes: "brands:read" }))),
    mintInPage: () => acted(() => mintTestToken(world.brands.own.id)),
    upload: () =>
      opened(() =>
        routeContext(new Request("http://hub.test/", { headers: { "sec-fetch-site": "same-origin" } }), "uploads"),
      ),
    handOff: async () => {
      const headers = { cookie: `next-auth.session-token=${browser.cookie}` };
      const request = new NextRequest("http://hub.test/connect/studio?state=x", { headers });
      return (await connect(request, { params: Promise.resolve({ tool: "studio" }) })).status;
    },
    nextAuth: async () => ((await sessionJwt(anyone())?.decode?.({ token: browser.cookie, secret: "" })) ? 200 : 303),
    mirror: async () =>
      (await mirrorActiveBrand(anyone(), { session: browser.cookie, activeBrand: undefined })) ? 200 : 303,
    apiBrands: byBearer("listBrands"),
    apiBrandsMe: byBearer("listMyBrands"),
    apiBrandMe: byBearer("readMyBrand"),
    apiMint: byBearer("mintFederationToken"),
  } satisfies Record<string, (token: string) => Promise<number>>;

  /** 422: signed in, but the form is invalid. */
  const TABLE = {
    //               browser named reading federation ofNamed apiKey childApp
    accountPage: "   200     303   303     303        303     303    303",
    keysPage: "      200     303   303     303        303     303    303",
    issueToken: "    200     303   303     303        303     303    303",
    signOutBrowser: "422     303   303     303        303     303    303",
    setPassword: "   422     303   303     303        303     303    303",
    issueKey: "      200     303   303     303        303     303    303",
    mintInPage: "    200     303   303     303        303     303    303",
    upload: "        200     401   401     401        401     401    401",
    handOff: "       200     303   303     303        303     303    303",
    nextAuth: "      200     303   303     303        303     303    303",
    mirror: "        200     303   303     303        303     303    303",
    apiBrands: "     200     200   200     401        401     200    401",
    apiBrandsMe: "   200     200   200     200        200     401    401",
    apiBrandMe: "    200     200   200     200        200     401    401",
    apiMint: "       200     200   403     200        200     401    401",
  } satisfies Record<keyof typeof PLACES, string>;

  const KINDS = ["browser", "named", "reading", "federation", "ofNamed", "apiKey", "childApp"] as const;
  type Kind = (typeof KINDS)[number];

  describe("each kind of credential in each place", () => {
    const cells = Object.entries(TABLE).flatMap(([place, row]) =>
      row
        .trim()
        .split(/\s+/)
        .map((status, column) => [KINDS[column] as Kind, place as keyof typeof PLACES, Number(status)] as const),
    );

    it("has an expected status", () => expect(cells).toHaveLength(KINDS.length * Object.keys(PLACES).length));

    it.each(cells)("answers %s at %s with %i", async (kind, place, status) => {
      browser.cookie = tokens[kind];
      expect(await PLACES[place](browser.cookie)).toBe(status);
    });
  });
});

describe("budgets of people", () => {
  const FEW = "changes=3,lookups=3,pages=3,uploads=3,imports=3,invitations=3,secrets=3";

  let nowMs = 0;
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ limits: new MemoryStore({ nowMs: () => nowMs }) });
    browser.cookie = world.tokens.session;
    browser.proof = world.tokens.proof;
    configure({ USER_BUDGETS: inForm({ short: FEW, full: "" }) });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    nowMs += 60 * 60_000;
  });

  const form = (values: Record<string, string>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(values)) made.set(name, value);
    return made;
  };

  const messageOf = (result: { status: string; message?: string }) =>
    result.status === "error" ? (result.message ?? "") : null;

  async function sendFile(index: number): Promise<string | null> {
    const request = new Request("http://hub.test/b/alder/uploads", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: svg(`<rect width="${index + 1}" height="1"/>`),
    });
    const response = await upload(request, { params: Promise.resolve({ brand: "alder" }) });
    const answer = await response.json();
    if (response.status === 429) expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    return response.ok ? null : answer.error.message;
  }

  const rowsOf = (table: typeof apiKeys | typeof invitations | typeof files) => async () => {
    const [row] = await world.db.select({ count: count() }).from(table);
    return row?.count ?? 0;
  };

  const brandId = () => world.brands.own.id;
  const mailBox = (index: number) => `guest-${index}@example.com`;

  /** Each action's error message or null, and how many rows it made. */
  const ACTS: [UserBudget, string, (index: number) => Promise<string | null>, (() => Promise<number>)?][] = [
    [
      "secrets",
      "API keys",
      async () => messageOf(await issueKey(brandId(), form({ name: "Loop", expiry: "never", scopes: "brands:read" }))),
      rowsOf(apiKeys),
    ],
    ["secrets", "session tokens", async () => messageOf(await issueToken(form({ name: "Loop", access: "read" })))],
    [
      "invitations",
      "invitations",
      async (index) => messageOf(await invite(brandId(), form({ email: mailBox(index), role: "viewer" }))),
      rowsOf(invitations),
    ],
    ["uploads", "uploads", sendFile, rowsOf(files)],
    ["imports", "imports", async () => messageOf(await previewWebsiteAction({ text: "body{color:#0f766e}" }))],
    ["changes", "settings", async (index) => messageOf(await switchPublicPage(brandId(), index % 2 === 0))],
    [
      "pages",
      "opens a page",
      () =>
        AccountPage().then(
          () => null,
          ({ digest }: RateLimited) => digest.slice(REFUSAL_DIGEST.length),
        ),
    ],
    ["lookups", "looks for a slug", async (index) => (await checkSlugAction(`free-${index}`)).message],
  ];

  describe("a person who repeats an action", () => {
    it.each(ACTS)("gets the limit's error from the route or action (%s): %s", async (budget, _, act, rows) => {
      const limit = env.USER_BUDGETS[budget];
      const before = await rows?.();
      const said: (string | null)[] = [];
      for (let index = 0; index < limit; index += 1) said.push(await act(index));
      const made = await rows?.();
      const [refused, again] = [await act(limit), await act(limit + 1)];
      expect(said.filter((sentence) => sentence?.includes("which is the limit"))).toEqual([]);
      expect(refused).toMatch(
        new RegExp(`^You have .*\\b${limit}\\b.* which is the limit\\. Try again in \\d+ \\w+\\.$`),
      );
      expect(again).toBe(refused);
      if (before !== undefined) expect([made, await rows?.()]).toEqual([before + limit, before + limit]);
    });
  });

  describe("a visitor who is not signed in", () => {
    beforeAll(() => configure({ TRUSTED_PROXY_HOPS: 1, USER_BUDGETS: FEW }));
    afterAll(() => configure({ TRUSTED_PROXY_HOPS: 0 }));

    const from = (clientIp: string) => ({ headers: { "x-forwarded-for": clientIp } });
    const visit = (path: string, clientIp: string, method = "GET") =>
      proxy(new NextRequest(`http://hub.test${path}`, { method, ...from(clientIp) }));
    const drawing = async (clientIp: string) =>
      draw(new Request("http://hub.test/p/nobody/in-use/slide.svg", from(clientIp)), {
        params: Promise.resolve({ slug: "nobody", drawing: "slide.svg" }),
      });

    it("gets a page that says when to come back once the network opened too many", async () => {
      const opened = ["/sign-in", "/p/alder", "/docs/search?q=token"];
      for (const path of opened) expect((await visit(path, "192.0.2.7")).status).toBe(200);
      for (const path of [...opened, "/invite/x", "/setup/x", "/reset-password/x", "/nothing"]) {
        const refused = await visit(path, "192.0.2.7");
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
        expect(await refused.text()).toContain("You have opened 3 pages in a minute, which is the limit.");
      }
      expect((await visit("/sign-in", "192.0.2.7", "HEAD")).status).toBe(429);
      expect((await visit("/sign-in", "192.0.2.8")).status).toBe(200);
      expect((await visit("/sign-in", "192.0.2.7", "POST")).status).toBe(200);
      expect((await visit("/b/alder", "192.0.2.7")).status).toBe(200);
    });

    it("gets the limit's error from the files of a public page", async () => {
      const answers = [];
      for (let index = 0; index < 4; index += 1) answers.push(await drawing("192.0.2.9"));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
      expect(answers[3]?.headers.get("retry-after")).toBe("60");
    });
  });
});

describe("files of a version", () => {
  let world: World;
  beforeAll(async () => {
    configure({ USER_BUDGETS: "" });
    world = await createWorld();
  });
  afterAll(() => world.close());

  it("are for members of the brand alone", async () => {
    const ask = (brand: string, file: string, version = "1") =>
      readVersionFile(new Request("http://hub.test/"), { params: Promise.resolve({ brand, version, file }) });
    browser.cookie = world.tokens.session;
    for (const file of ["version.json", "tokens.css"]) {
      const answer = await ask(world.brands.own.slug, file);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([
        200,
        "private, immutable, max-age=31536000",
      ]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect((await ask(world.brands.other.slug, file)).status).toBe(404);
    }
    expect((await ask(world.brands.own.slug, "secrets.json")).status).toBe(404);
    expect((await ask(world.brands.own.slug, "version.json", "99")).status).toBe(404);
    browser.cookie = "";
    expect((await ask(world.brands.own.slug, "version.json")).status).toBe(401);
  });
});
