import { eq, inArray } from "drizzle-orm";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/connect/[tool]/route";
import { brands, sessions } from "@/db/schema";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { newId } from "@/lib/platform/ids";
import { configure } from "../support/configure";
import { exchange } from "../support/exchange";
import { ANONYMOUS, context, createTool, entitle } from "../support/fixtures";
import { createWorld, type World } from "../support/world";

const CONNECT_URL = "https://tool.example.com:8443/hub/callback?from=hub&x=1";
const STATE = `a"b<c>&d'e`;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await createTool(world.db, { slug: "studio", name: `Studio <b>"&'`, connectUrl: CONNECT_URL });
  await createTool(world.db, { slug: "off", status: "disabled", connectUrl: CONNECT_URL });
  await createTool(world.db, { slug: "nowhere" });
  for (const slug of ["studio", "off", "nowhere"]) await entitle(world.db, world.brands.own.id, slug);
});
afterAll(() => world.close());

interface Visit {
  tool?: string;
  query?: string;
  token?: string | null;
}

/** Visits the page in a browser, by default signed in as the owner. */
async function visit({ tool = "studio", query, token = world.tokens.session }: Visit = {}) {
  const search = query ?? new URLSearchParams({ brand_id: world.brands.own.id, state: STATE }).toString();
  const headers: Record<string, string> = token === null ? {} : { cookie: `next-auth.session-token=${token}` };
  const request = new NextRequest(`http://hub.test/connect/${tool}?${search}`, { headers });
  const response = await GET(request, { params: Promise.resolve({ tool }) });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { response, html: await response.text() };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decodeEntities = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
const formOf = (html: string) => ({
  action: decodeEntities(/<form method="post" action="([^"]*)">/.exec(html)?.[1] ?? ""),
  fields: Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      decodeEntities(value ?? ""),
    ]),
  ),
});

const anyone = () => context(world.db, ANONYMOUS, new Date());

describe("the hand-off page", () => {
  it("posts only token, expires_at and state to the tool's registered URL", async () => {
    const { response, html } = await visit();
    expect(response.status).toBe(200);
    const { action, fields } = formOf(html);
    expect(action).toBe(CONNECT_URL);
    expect(Object.keys(fields)).toEqual(["token", "expires_at", "state"]);
    expect(fields.state).toBe(STATE);
    const user = await exchange(anyone(), { token: fields.token });
    expect(user).toMatchObject({ userId: world.users.owner.id, brandId: world.brands.own.id, role: "owner" });
    expect(Number(fields.expires_at)).toBeGreaterThan(Date.now() / 1000 + 290);
    expect(html).toContain('<button type="submit">');
  });

  it("runs only its own script, posts only to that origin, and sends no referrer", async () => {
    const { response, html } = await visit();
    const nonce = /<script nonce="([^"]+)">document.forms\[0\].submit\(\)<\/script>/.exec(html)?.[1];
    expect(response.headers.get("content-security-policy")).toBe(
      [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        "form-action https://tool.example.com:8443 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect((await visit()).html).not.toContain(nonce);
  });

  it("escapes names and state", async () => {
    const { html } = await visit();
    expect(html).not.toContain("<b>");
    expect(html).toContain("Studio &lt;b&gt;&quot;&amp;&#39;");
    expect(html).toContain('value="a&quot;b&lt;c&gt;&amp;d&#39;e"');
  });

  it("uses the active brand if the query names none", async () => {
    const { response, html } = await visit({ query: "state=x" });
    expect(response.status).toBe(200);
    expect((await exchange(anyone(), { token: formOf(html).fields.token })).brandId).toBe(world.brands.own.id);
  });

  it("accepts a brand id in any case", async () => {
    expect((await visit({ query: `state=x&brand_id=${world.brands.own.id.toUpperCase()}` })).response.status).toBe(200);
  });

  it.each([
    ["nobody is signed in", () => null],
    ["the session is revoked", () => world.tokens.revokedSession],
    ["the cookie holds a federation token", () => world.tokens.federation],
  ])("sends the browser to sign in and back when %s", async (_, token) => {
    const { response } = await visit({ token: token() });
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get("location") ?? "", "http://hub.test");
    expect(location.pathname).toBe("/sign-in");
    const back = new URL(location.searchParams.get("callbackUrl") ?? "", "http://hub.test");
    expect(back.pathname).toBe("/connect/studio");
    expect(Object.fromEntries(back.searchParams)).toEqual({ brand_id: world.brands.own.id, state: STATE });
  });

  it.each([
    ["an unknown tool", { tool: "no-such-tool" }, 404],
    ["an unknown tool and any query", { tool: "no-such-tool", query: "" }, 404],
    ["a tool without a URL", { tool: "nowhere" }, 403],
  ] as [string, Visit, number][])(
    "explains the problem, without a form or script, for %s",
    async (_, options, status) => {
      const { response, html } = await visit(options);
      expect(response.status).toBe(status);
      expect(html).toMatch(/<h1>.+<\/h1>\n<p>.+<\/p>/);
      expect(html).not.toMatch(/<form|<script|eyJ/);
      expect(response.headers.get("content-security-policy")).toContain("script-src 'none'; form-action 'none'");
    },
  );

  const NOT_HERE = "This person can't use the tool in this brand: they are not a member, or the tool has no access.";
  const MALFORMED = "Send one state of 1 to 512 printable ASCII characters and at most one brand_id, a UUID.";

  it.each([
    ["a disabled tool", { tool: "off" }, "unauthorized_client", STATE],
    ["a brand without the tool", { query: "state=x&brand_id=SECOND" }, "access_denied", "x"],
    ["another company's brand", { query: "state=x&brand_id=OTHER" }, "access_denied", "x"],
    ["an archived brand", { query: "state=x&brand_id=ARCHIVED" }, "access_denied", "x"],
    ["an unknown brand", { query: `state=x&brand_id=${newId()}` }, "access_denied", "x"],
    ["no state", { query: "" }, "invalid_request", undefined],
    ["an empty state", { query: "state=" }, "invalid_request", undefined],
    ["two states", { query: "state=x&state=y" }, "invalid_request", undefined],
    ["a state over 512 characters", { query: `state=${"x".repeat(513)}` }, "invalid_request", undefined],
    ["a state that a form would change", { query: "state=a%0Ab" }, "invalid_request", undefined],
    ["a malformed brand id", { query: "state=x&brand_id=alder" }, "invalid_request", "x"],
    ["two brand ids", { query: "state=x&brand_id=OTHER&brand_id=OTHER" }, "invalid_request", "x"],
  ] as [string, Visit, string, string | undefined][])(
    "posts an error to the tool's registered URL only, for %s",
    async (_, options, error, state) => {
      const { second, other, archived } = world.brands;
      const query = options.query
        ?.replaceAll("SECOND", second.id)
        .replaceAll("OTHER", other.id)
        .replaceAll("ARCHIVED", archived.id);
      const { response, html } = await visit({ ...options, query });
      expect(response.status).toBe(200);
      const { action, fields } = formOf(html);
      expect(action).toBe(CONNECT_URL);
      expect(fields).toEqual({ error, error_description: expect.any(String), ...(state !== undefined && { state }) });
      if (error === "access_denied") expect(fields.error_description).toBe(NOT_HERE);
      if (error === "invalid_request") expect(fields.error_description).toBe(MALFORMED);
      // The characters that OAuth allows (RFC 6749, 4.1.2.1).
      expect(fields.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(html).not.toContain("eyJ");
      expect(response.headers.get("content-security-policy")).toContain(
        "form-action https://tool.example.com:8443 'self';",
      );
    },
  );

  it("asks for two-factor sign-in if required, but only for brands that the tool can read", async () => {
    const { own, second } = world.brands;
    const require2 = (membersNeedTwoFactor: boolean) =>
      world.db
        .update(brands)
        .set({ membersNeedTwoFactor })
        .where(inArray(brands.id, [own.id, second.id]));
    await require2(true);
    const told = async (id: string) => formOf((await visit({ query: `state=x&brand_id=${id}` })).html).fields;
    expect(await told(own.id)).toMatchObject({ error: "access_denied", error_description: /two-factor/ });
    expect(await told(second.id)).toMatchObject({ error: "access_denied", error_description: NOT_HERE });
    await require2(false);
  });

  it("says to try later once the person's hand-offs are used up, and reports a failure", async () => {
    configure({ USER_BUDGETS: "handOffs=1" });
    await visit();
    expect(formOf((await visit()).html).fields).toMatchObject({ error: "temporarily_unavailable", state: STATE });
    configure({ USER_BUDGETS: "" });
    const { secrets } = world.hub.services;
    Object.defineProperty(world.hub.services, "secrets", { value: { ...environmentSecrets, federation: [] } });
    expect(formOf((await visit()).html).fields).toMatchObject({ error: "server_error", state: STATE });
    Object.defineProperty(world.hub.services, "secrets", { value: secrets });
  });

  it("sends signed-out visitors to sign-in for any tool and query, so they can't probe for tools", async () => {
    for (const options of [{ tool: "no-such-tool" }, { tool: "off" }, { query: "" }])
      expect((await visit({ ...options, token: null })).response.status).toBe(303);
  });

  it("accepts a state of 512 characters", async () => {
    expect((await visit({ query: `state=${"x".repeat(512)}` })).response.status).toBe(200);
  });

  it("mints no token once the session is revoked", async () => {
    await world.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, world.sids.owner));
    expect((await visit()).response.status).toBe(303);
  });
});
