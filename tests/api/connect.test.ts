import { eq } from "drizzle-orm";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/connect/[tool]/route";
import { sessions } from "@/db/schema";
import { exchangeFederationToken } from "@/lib/federation/server";
import { newId } from "@/lib/kernel/ids";
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

/** A browser's visit, signed in as the owner unless told otherwise. */
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
  it("posts token, expires_at and state, and nothing else, to the tool's registered address", async () => {
    const { response, html } = await visit();
    expect(response.status).toBe(200);
    const { action, fields } = formOf(html);
    expect(action).toBe(CONNECT_URL);
    expect(Object.keys(fields)).toEqual(["token", "expires_at", "state"]);
    expect(fields.state).toBe(STATE);
    const user = await exchangeFederationToken(anyone(), { token: fields.token });
    expect(user).toMatchObject({ userId: world.users.owner.id, brandId: world.brands.own.id, role: "owner" });
    expect(Number(fields.expires_at)).toBeGreaterThan(Date.now() / 1000 + 290);
    expect(html).toContain('<button type="submit">');
  });

  it("runs only its own script, sends its form only to that origin, and tells nobody its address", async () => {
    const { response, html } = await visit();
    const nonce = /<script nonce="([^"]+)">document.forms\[0\].submit\(\)<\/script>/.exec(html)?.[1];
    expect(response.headers.get("content-security-policy")).toBe(
      [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        "form-action https://tool.example.com:8443",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect((await visit()).html).not.toContain(nonce);
  });

  it("shows names and state as text, whatever they are", async () => {
    const { html } = await visit();
    expect(html).not.toContain("<b>");
    expect(html).toContain("Studio &lt;b&gt;&quot;&amp;&#39;");
    expect(html).toContain('value="a&quot;b&lt;c&gt;&amp;d&#39;e"');
  });

  it("takes the active brand when none is named", async () => {
    const { response, html } = await visit({ query: "state=x" });
    expect(response.status).toBe(200);
    expect((await exchangeFederationToken(anyone(), { token: formOf(html).fields.token })).brandId).toBe(
      world.brands.own.id,
    );
  });

  it("takes a brand id in any case", async () => {
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
    ["a tool that is turned off", { tool: "off" }, 403],
    ["a tool without an address", { tool: "nowhere" }, 403],
    ["a tool that the brand may not use", { tool: "brand-studio", query: "state=x&brand_id=SECOND" }, 403],
    ["a brand of others", { query: "state=x&brand_id=OTHER" }, 403],
    ["an unknown brand", { query: `state=x&brand_id=${newId()}` }, 403],
    ["no state", { query: "" }, 400],
    ["an empty state", { query: "state=" }, 400],
    ["two states", { query: "state=x&state=y" }, 400],
    ["a state over 512 characters", { query: `state=${"x".repeat(513)}` }, 400],
    ["a state that a form would change", { query: "state=a%0Ab" }, 400],
    ["a malformed brand id", { query: "state=x&brand_id=alder" }, 400],
    ["two brand ids", { query: "state=x&brand_id=OTHER&brand_id=OTHER" }, 400],
  ] as [string, Visit, number][])("explains itself, with no form and no script, for %s", async (_, options, status) => {
    const { second, other } = world.brands;
    const query = options.query?.replaceAll("SECOND", second.id).replaceAll("OTHER", other.id);
    const { response, html } = await visit({ ...options, query });
    expect(response.status).toBe(status);
    expect(html).toMatch(/<h1>.+<\/h1>\n<p>.+<\/p>/);
    expect(html).not.toMatch(/<form|<script|eyJ/);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'none'; form-action 'none'");
  });

  it("takes a state of 512 characters", async () => {
    expect((await visit({ query: `state=${"x".repeat(512)}` })).response.status).toBe(200);
  });

  it("mints nothing once the session is revoked", async () => {
    await world.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, world.sids.owner));
    expect((await visit()).response.status).toBe(303);
  });
});
