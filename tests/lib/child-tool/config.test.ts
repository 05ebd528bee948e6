import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environmentLines } from "@/components/tool-setup/reveal-holder";
import { loadConfig, StartError } from "@/tests/child-tool/config";
import { holdStore } from "@/tests/child-tool/store-holder";
import { listen } from "@/tests/support/listen";

const demo = (tool: Record<string, unknown> = {}) =>
  JSON.stringify({
    base_url: "http://localhost:3000",
    users: [],
    tools: [
      { slug: "print-room", status: "beta", child_token: "wrong", webhook_secret: "wrong", entitled_brand_ids: [] },
      { slug: "brand-studio", status: "active", child_token: "demo-token", webhook_secret: "demo-secret", ...tool },
    ],
  });

const neverAsked = async () => {
  throw new Error("the demo must not be asked");
};

const refusal = async (
  environment: Record<string, string>,
  ask: () => Promise<string> = neverAsked,
): Promise<string> => {
  const error = await loadConfig(environment, ask).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw new Error(`expected a StartError, not ${String(error)}`);
  return error.message;
};

describe("the configuration", () => {
  it("comes from the environment if it has token and secret, by the names of a setup link", async () => {
    const revealed = { toolSlug: "brand-studio", appToken: "new,old", signingSecret: "one, two" };
    const lines = environmentLines("https://hub.example.com/", revealed).split("\n");
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(await loadConfig(environment, neverAsked)).toMatchObject({
      hubUrl: "https://hub.example.com",
      baseUrl: "http://localhost:4100",
      token: "new",
      webhookSecrets: ["one", "two"],
      port: 4100,
      storeDirectory: join(".data", "child"),
    });
  });

  it("comes from the embedded demo if it has neither, with a note", async () => {
    const config = await loadConfig({ CHILD_PORT: "4200", HUB_DATA_DIR: "elsewhere" }, async () => demo());
    expect(config).toMatchObject({
      hubUrl: "http://localhost:3000",
      baseUrl: "http://localhost:4200",
      token: "demo-token",
      webhookSecrets: ["demo-secret"],
      port: 4200,
      storeDirectory: join("elsewhere", "child"),
    });
    expect(config.source).toContain("embedded demo");
  });

  it("takes the addresses of hub and tool from the environment", async () => {
    const environment = { HUB_URL: "http://localhost:3999", CHILD_BASE_URL: "https://studio.example.com/" };
    expect(await loadConfig(environment, async () => demo())).toMatchObject({
      hubUrl: "http://localhost:3999",
      baseUrl: "https://studio.example.com",
    });
  });

  it.each([
    ["fails", neverAsked],
    ["prints something else", async () => "Hello"],
  ])("says in one sentence that the hub was never started, when the demo %s", async (_, ask) => {
    expect(await refusal({}, ask)).toMatch(/^The hub has not been started here yet: run "npm start" first\. .*\.$/);
  });

  it.each([
    ["doesn't know the tool", async () => JSON.stringify({ base_url: "http://localhost:3000", tools: [] })],
    ["has no secret for it", async () => demo({ webhook_secret: null })],
  ])("says what is missing when the demo %s", async (_, ask) => {
    expect(await refusal({}, ask)).toMatch(
      /^The demo here knows no credentials of brand-studio: hand the tool over by a link .*\.$/,
    );
  });

  it("shows the reason that the hub's command prints", async () => {
    const ask = async () => {
      throw Object.assign(new Error("exit 1"), {
        stderr: "npm warn noise\nOnly the embedded demo prints its credentials.\n",
      });
    };
    expect(await refusal({}, ask)).toMatch(/^Only the embedded demo prints its credentials\. To use another hub, set /);
  });

  it("names the missing one of two values", async () => {
    expect(await refusal({ HUB_TOKEN: "t" })).toContain("HUB_WEBHOOK_SECRET");
    expect(await refusal({ HUB_WEBHOOK_SECRET: "s" })).toContain("HUB_TOKEN");
  });

  it.each(["0", "65536", "x", "4100.5", "-1"])("refuses %s as a port", async (CHILD_PORT) => {
    expect(await refusal({ CHILD_PORT })).toContain("CHILD_PORT");
  });

  it.each(["hub", "ftp://hub", "javascript:alert(1)"])("refuses %s as the hub's address", async (HUB_URL) => {
    expect(await refusal({ HUB_URL, HUB_TOKEN: "t", HUB_WEBHOOK_SECRET: "s" })).toContain("HUB_URL");
  });
});

describe("the store's directory", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "child-store-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it("is refused while another Brand Studio uses it, and taken over afterwards", async () => {
    const other = await listen(
      createServer((_, response) => response.end('{"tool":"brand-studio"}')),
      "localhost",
    );
    await holdStore(directory, other.port);
    await expect(holdStore(directory, 1)).rejects.toThrow(`Brand Studio already runs on port ${other.port}`);
    await other.close();
    await holdStore(directory, 1);
    expect(readFileSync(join(directory, "port"), "utf8")).toBe("1");
  });

  it("is not locked by another program on the port, nor by an earlier run", async () => {
    const unrelated = await listen(
      createServer((_, response) => response.end("hello")),
      "localhost",
    );
    writeFileSync(join(directory, "port"), String(unrelated.port));
    await holdStore(directory, 4100);
    expect(readFileSync(join(directory, "port"), "utf8")).toBe("4100");
    await unrelated.close();

    const own = await listen(
      createServer((_, response) => response.end('{"tool":"brand-studio"}')),
      "localhost",
    );
    await holdStore(directory, own.port);
    await holdStore(directory, own.port);
    expect(readFileSync(join(directory, "port"), "utf8")).toBe(String(own.port));
    await own.close();
  });
});

describe("the tool's source", () => {
  const folder = "tests/child-tool";
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));

  it.each(files)(
    "%s imports the contract, its own folder, Node, PGlite and the contract's zod, and nothing of the hub",
    (file) => {
      const source = readFileSync(join(folder, file), "utf8");
      const imported = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(([, name]) => name);
      const allowed = /^(\.\/[a-z-]+|@\/lib\/contract(\/[a-z-]+)?|node:[a-z/_]+|@electric-sql\/pglite|zod)$/;
      expect(imported.filter((name) => !allowed.test(name ?? ""))).toEqual([]);
    },
  );
});
