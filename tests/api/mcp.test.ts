import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { eq } from "drizzle-orm";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "@/db/schema";
import { SECTIONS } from "@/lib/api/mcp/sections";
import { CONTEXT_TASKS, operations } from "@/lib/contract";
import { issueApiKey } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { createListener } from "@/lib/server/listener";
import { call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { largestDocument, sampleDocument } from "../support/documents";
import { actingUser, context, createBrandFixture, createUser, entitle } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { listen } from "../support/listen";
import { directMount, loadRoute, type Mount } from "../support/mounts";
import { sharedResource } from "../support/shared-resource";
import { createWorld, type World } from "../support/world";

let world: World;
let mounts: Mount[];
const opened: Client[] = [];

async function routeMount(): Promise<Mount> {
  const { POST, GET } = await loadRoute("app/mcp/route.ts");
  const request = async (path: string, init?: RequestInit) => {
    const asked = new Request(`http://hub.test${path}`, init);
    return ((asked.method === "GET" ? GET : POST) as NonNullable<typeof POST>)(asked);
  };
  return { name: "route file", request, close: async () => {} };
}

beforeAll(async () => {
  withoutLimits();
  world = await createWorld();
  mounts = [await routeMount(), await directMount()];
});
afterAll(async () => {
  for (const client of opened) await client.close();
  for (const mount of mounts) await mount.close();
  await world.close();
});

/** What each request of 2026-07-28 says about itself. */
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modern = (method: string) => ({
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
});

const bearer = (token: string, tool?: string) => ({
  authorization: `Bearer ${token}`,
  ...(tool && { "x-tool-slug": tool }),
});

async function connect({
  mount = mounts[1] as Mount,
  era = "2026-07-28",
  headers = bearer(world.tokens.agentsKey) as Record<string, string>,
} = {}): Promise<Client> {
  const versionNegotiation = { mode: era === "2025" ? ("legacy" as const) : { pin: era } };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation });
  const fetch = (url: string | URL, init?: RequestInit) => mount.request(new URL(url).pathname, init);
  const transport = new StreamableHTTPClientTransport(new URL("http://hub.test/mcp"), {
    fetch,
    requestInit: { headers },
  });
  await client.connect(transport);
  opened.push(client);
  return client;
}

type Content = { type: string; text?: string }[];

async function callTool(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { texts: (content as Content).map(({ text = "" }) => text), isError: isError ?? false };
}

describe.each([0, 1])("MCP on mount %i", (index) => {
  it.each(["2026-07-28", "2025"])("serves clients of %s with a key", async (era) => {
    const client = await connect({ mount: mounts[index] as Mount, era });
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const { brands } = JSON.parse((await callTool(client, "list_brands", {})).texts[0] ?? "");
    expect(brands).toMatchObject([{ id: world.brands.own.id, version: 1 }]);
    const { texts } = await callTool(client, "get_brand_context", { brand_id: brands[0].id, task: "write" });
    expect(texts[0]).toMatch(/^# .+, version 1: context for writing\n/);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(CONTEXT_TASKS);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  });

  it("serves tools with their app token", async () => {
    const client = await connect({
      mount: mounts[index] as Mount,
      headers: bearer(world.tokens.childApp, "brand-studio"),
    });
    const { brands, next_cursor } = JSON.parse((await callTool(client, "list_brands", {})).texts[0] ?? "");
    expect(brands.map(({ id }: { id: string }) => id)).toEqual([world.brands.own.id]);
    expect(next_cursor).toBeNull();
  });

  it("takes POST only, and no pages of other origins", async () => {
    const mount = mounts[index] as Mount;
    const post = (headers: Record<string, string>) =>
      mount.request("/mcp", {
        method: "POST",
        headers: { ...bearer(world.tokens.agentsKey), "content-type": "application/json", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
    expect((await mount.request("/mcp", { headers: bearer(world.tokens.agentsKey) })).status).toBe(405);
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ accept: "application/json, text/event-stream" })).status).toBe(200);
  });
});

it("describes all its tools in at most 1,000 tokens", async () => {
  const { tools } = await (await connect()).listTools();
  expect(tools.length).toBeLessThanOrEqual(6);
  expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(1000);
});

it("gives everything of a version by tools alone, in results of at most 10,000 tokens", async () => {
  const { owner: user } = world.users;
  const members = { [user.id]: "owner" } as const;
  const { id: brandId } = await createBrandFixture(world.db, { members, document: largestDocument(24) });
  const owner = context(world.db, actingUser(user), world.now);
  const { key } = await issueApiKey(owner, { brandId, name: "Agent", expiresAt: null, scopes: ["agents:read"] });
  const reader = await issueApiKey(owner, { brandId, name: "Reader", expiresAt: null, scopes: ["identity:read"] });
  const version = await call(mounts[1] as Mount, operations.readVersion, {
    token: reader.key,
    params: { id: brandId, version: "1" },
  });
  const client = await connect({ headers: bearer(key) });
  const seen: Record<string, unknown> = {};
  const chosen = SECTIONS.filter((name) => inForm({ short: !name.includes("."), full: true }));
  for (const section of chosen) {
    let cursor: number | undefined = 0;
    let whole = "";
    while (cursor !== undefined) {
      const { texts, isError } = await callTool(client, "get_brand_section", { brand_id: brandId, section, cursor });
      expect(isError).toBe(false);
      expect(countTokens(texts.join("\n"))).toBeLessThanOrEqual(10_000);
      whole += texts[0];
      const next = /^Continues at cursor (\d+)\.$/.exec(texts[1] ?? "")?.[1];
      cursor = next === undefined ? undefined : Number(next);
    }
    if (!section.includes(".")) seen[section] = JSON.parse(whole);
  }
  const { brand: _brand, identity_version: _version, ...stated } = version.body;
  for (const [name, value] of Object.entries(stated)) expect(seen[name]).toEqual(value);
  expect(Object.keys(stated).length).toBeGreaterThan(8);
  const changes = await callTool(client, "list_changes", { brand_id: brandId });
  expect(JSON.parse(changes.texts[0] ?? "")).toMatchObject([{ version: 1, changed: expect.any(Array) }]);
});

it("finds entries by their words", async () => {
  const { texts } = await callTool(await connect(), "search_brand", { brand_id: world.brands.own.id, query: "alder" });
  expect(JSON.parse(texts[0] ?? "")).toMatchObject([{ label: "Alder" }, { label: "Alder" }]);
});

it("checks content, and keeps results short", async () => {
  const client = await connect();
  const check = async (content: string, media_type = "text/css") => {
    const args = { brand_id: world.brands.own.id, content, media_type };
    const { texts, isError } = await callTool(client, "check_content", args);
    expect(countTokens(texts[0] ?? "")).toBeLessThanOrEqual(10_000);
    return isError ? texts[0] : JSON.parse(texts[0] ?? "");
  };
  const { findings, omitted, version } = await check("a { color: #ff00ff }");
  expect(findings[0]).toMatchObject({ rule: expect.any(String), quote: "#ff00ff", start: 11, end: 18 });
  expect([omitted, version]).toEqual([0, 1]);
  const many = await check("a { color: #ff00ff }\n".repeat(900));
  expect(many.findings.length + many.omitted).toBeGreaterThan(800);
  await expect(check("x".repeat(65_537))).resolves.toContain("content");
});

it("mirrors sections as resources, cacheable for a year by version", async () => {
  const client = await connect();
  const { id } = world.brands.own;
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(SECTIONS.map((section) => `brand://${id}/${section}`));
  const current = await client.readResource({ uri: `brand://${id}/tokens.css` });
  const pinned = await client.readResource({ uri: `brand://${id}/versions/1/tokens.css` });
  expect(current.contents[0]).toMatchObject({ mimeType: "text/css; charset=utf-8" });
  expect((pinned.contents[0] as { text: string }).text).toBe((current.contents[0] as { text: string }).text);
  expect([current, pinned]).toMatchObject([
    { ttlMs: 0, cacheScope: "private" },
    { ttlMs: 31_536_000_000, cacheScope: "private" },
  ]);
  for (const uri of [`brand://${newId()}/identity`, `brand://${id}/secrets`, `brand://${id}/versions/9/identity`])
    await expect(client.readResource({ uri })).rejects.toThrow();
  const prompt = await client.getPrompt({ name: "review", arguments: { brand_id: id } });
  expect(JSON.stringify(prompt.messages)).toContain("context for review");
});

it("says in a result why a call failed", async () => {
  const client = await connect();
  expect(await callTool(client, "get_brand_section", { brand_id: newId(), section: "identity" })).toMatchObject({
    isError: true,
    texts: ["forbidden: An API key is only valid for its own brand."],
  });
  const version = { brand_id: world.brands.own.id, section: "identity", version: 9 };
  expect(await callTool(client, "get_brand_section", version)).toMatchObject({
    isError: true,
    texts: ["not_found: There is no version 9 of this brand."],
  });
});

describe("a subscription", () => {
  it("names at most 100 resources, and is one of at most 20 of a credential", async () => {
    const listen = (count: number) =>
      (mounts[1] as Mount).request("/mcp", {
        method: "POST",
        headers: { ...bearer(world.tokens.agentsKey), ...modern("subscriptions/listen") },
        body: JSON.stringify({
          ...{ jsonrpc: "2.0", id: 1, method: "subscriptions/listen" },
          params: {
            _meta: META,
            notifications: { resourceSubscriptions: Array(count).fill(`brand://${world.brands.own.id}/identity`) },
          },
        }),
      });
    expect((await listen(101)).status).toBe(400);
    const streams: Response[] = [];
    for (let open = 0; open < 20; open += 1) streams.push(await listen(1));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await listen(1)).status).toBe(429);
    for (const { body } of streams) await body?.cancel();
    await expect
      .poll(async () => {
        const { status, body } = await listen(1);
        await body?.cancel();
        return status;
      })
      .toBe(200);
  });

  const owner = () => context(world.db, actingUser(world.users.owner), new Date());
  let version = 1;

  async function publish(tagline: string) {
    const brandId = world.brands.own.id;
    const document = sampleDocument();
    document.identity = { ...document.identity, brand: { tagline } };
    const { revision } = await saveDraft(owner(), { brandId, baseVersion: version, revision: null, document });
    await publishDraft(owner(), { brandId, revision, note: null });
    version += 1;
  }

  it("announces a version of a brand that the caller can read, and of no other", async () => {
    const client = await connect();
    const updated = new Promise<string>((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
    });
    const [own, other] = [world.brands.own.id, world.brands.other.id].map((id) => `brand://${id}/identity`);
    const { honoredFilter } = await client.listen({ resourceSubscriptions: [own ?? "", other ?? ""] });
    expect(honoredFilter).toEqual({ resourceSubscriptions: [own] });
    const startedMs = performance.now();
    await publish("Announced");
    expect(await updated).toBe(own);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it("ends without an announcement once the key is revoked", async () => {
    const issued = await issueApiKey(owner(), {
      brandId: world.brands.own.id,
      name: "Agent",
      expiresAt: null,
      scopes: ["agents:read"],
    });
    const client = await connect({ headers: bearer(issued.key) });
    const announced: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void announced.push(params.uri));
    const uri = `brand://${world.brands.own.id}/identity`;
    const { closed } = await client.listen({ resourceSubscriptions: [uri] });
    await world.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.name, "Agent"));
    await publish("Not announced");
    expect([await closed, announced]).toEqual(["graceful", []]);
  });
});

/** Every brand's texts contain its own mark. */
async function expectNoLeaks(calls: number) {
  const user = await createUser(world.db);
  const owner = context(world.db, actingUser(user), world.now);
  const readers: { headers: Record<string, string>; own: string[] }[] = [];
  const brands: { id: string; mark: string }[] = [];
  for (let place = 0; place < 8; place += 1) {
    const mark = `mark${newId().replaceAll("-", "")}`;
    const document = sampleDocument();
    document.identity = { ...document.identity, brand: { tagline: mark } };
    const { id } = await createBrandFixture(world.db, { members: { [user.id]: "owner" }, document });
    brands.push({ id, mark });
    const { key } = await issueApiKey(owner, { brandId: id, name: "Agent", expiresAt: null, scopes: ["agents:read"] });
    readers.push({ headers: bearer(key), own: [mark] });
    if (place % 2 === 0) await entitle(world.db, id, "brand-studio");
  }
  const entitled = brands.filter((_, place) => place % 2 === 0).map(({ mark }) => mark);
  readers.push({ headers: bearer(world.tokens.childApp, "brand-studio"), own: entitled });
  const asks = [
    (id: string) => ["tools/call", { name: "list_brands", arguments: {}, id }],
    (id: string) => ["tools/call", { name: "get_brand_context", arguments: { brand_id: id, task: "write" } }],
    (id: string) => ["tools/call", { name: "get_brand_section", arguments: { brand_id: id, section: "identity" } }],
    (id: string) => ["tools/call", { name: "search_brand", arguments: { brand_id: id, query: "mark" } }],
    (id: string) => ["tools/call", { name: "list_changes", arguments: { brand_id: id } }],
    (id: string) => ["resources/read", { uri: `brand://${id}/identity.md` }],
    (id: string) => ["prompts/get", { name: "write", arguments: { brand_id: id } }],
  ];
  let found = 0;
  for (let at = 0; at < calls; at += 1) {
    const reader = readers[at % readers.length];
    const brand = brands[(at * 5 + 3) % brands.length];
    const [method, params] = asks[(at * 3) % asks.length]?.(brand?.id ?? "") ?? [];
    const response = await (mounts[at % 2] as Mount).request("/mcp", {
      method: "POST",
      headers: {
        ...reader?.headers,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: at, method, params }),
    });
    const text = await response.text();
    for (const { mark } of brands)
      if (text.includes(mark)) {
        expect(reader?.own).toContain(mark);
        found += 1;
      }
  }
  expect(found).toBeGreaterThan(calls / 40);
}

it("shows no brand to a caller who can't read it", () => expectNoLeaks(126));
it("shows none in 1,000 calls", { tags: ["full"] }, () => expectNoLeaks(1008));

describe("the guide", () => {
  const page = readFileSync("docs/api/agents.md", "utf8");
  const configurations = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text));

  interface Server {
    url: string;
    headers: Record<string, string>;
  }

  /** Servers that a client reaches by HTTP, as it reads them from its file. */
  const servers: [client: string, server: Server][] = configurations.flatMap((file) => {
    if (file.type === "mcp")
      return [["OpenAI", { url: file.server_url, headers: { Authorization: `Bearer ${file.authorization}` } }]];
    const listed = Object.values<Server>(file.servers ?? file.mcpServers);
    return listed.filter(({ url }) => url).map((server) => [file.servers ? "VS Code" : "Cursor", server]);
  });
  const [, url = "", name = "", header = ""] =
    /claude mcp add --transport http \S+ (\S+) \\\n\s+--header "([\w-]+): ([^"]+)"/.exec(page) ?? [];

  servers.unshift(["Claude", { url, headers: { [name]: header } }]);

  it.each(servers)("connects %s", async (_client, { url, headers }) => {
    expect(new URL(url).pathname).toBe("/mcp");
    const filled = Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      value.replace(/\$\{(?:env:HUB_API_KEY|input:hub-api-key)\}|\$HUB_API_KEY|bih_…/, world.tokens.agentsKey),
    ]);
    const client = await connect({ era: "2025", headers: Object.fromEntries(filled) });
    expect((await client.listTools()).tools.length).toBeGreaterThan(4);
  });

  it("connects Claude Desktop, which starts a bridge", { tags: ["full"] }, async () => {
    const folder = await sharedResource("mcp-bridge");
    const desktop = configurations.flatMap((file) => file.mcpServers?.["brand-hub"] ?? []).find(({ args }) => args);
    const [name, address, ...args] = desktop.args;
    const { dependencies } = JSON.parse(readFileSync("tests/mcp-bridge/package.json", "utf8"));
    expect([desktop.command, name]).toEqual(["npx", `mcp-remote@${dependencies["mcp-remote"]}`]);
    const server = await listen(createServer(createListener(async () => {})));
    const url = new URL(new URL(address).pathname, `http://localhost:${server.port}`).href;
    const env = { BRAND_HUB: desktop.env.BRAND_HUB.replace("bih_…", world.tokens.agentsKey) };
    const command = join(folder, "node_modules/mcp-remote/dist/proxy.js");
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [command, url, ...args], stderr: "ignore" },
      env: { ...getDefaultEnvironment(), ...env, MCP_REMOTE_CONFIG_DIR: join(folder, "config") },
    });
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(4);
    const { texts } = await callTool(client, "list_brands", {});
    expect(JSON.parse(texts[0] ?? "").brands).toMatchObject([{ id: world.brands.own.id }]);
    await client.close();
    await server.close();
  });

  it("has four clients by HTTP, and every tool", async () => {
    expect(servers).toHaveLength(4);
    const { tools } = await (await connect()).listTools();
    expect([...page.matchAll(/^\| `(\w+)`/gm)].map(([, tool]) => tool)).toEqual(tools.map(({ name }) => name));
  });
});
