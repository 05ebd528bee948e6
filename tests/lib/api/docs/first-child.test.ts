import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { Visitor } from "@/tests/lib/child-tool/start-studio";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { freePort } from "@/tests/support/hub-process";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const KIT = pathToFileURL(join(process.cwd(), "lib/contract/index.ts")).href;
const SECRET = "brand-studio-webhook-secret-0123456789abcdef";
let hub: HubForTools;
let folder: string;

beforeAll(async () => {
  hub = await createHubForTools();
  folder = mkdtempSync(join(tmpdir(), "first-child-"));
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

interface Run {
  port: number;
  says(pattern: RegExp): Promise<void>;
}

/** Runs the sample of a page that has these words, after what the text around it names. */
async function runPrinted(page: string, words: string, named: string, use: (run: Run) => Promise<void>) {
  const samples = [...readFileSync(`docs/api/${page}.md`, "utf8").matchAll(/^```ts[^\n]*\n(.*?)^```$/gms)];
  const code = samples.map(([, text = ""]) => text).find((text) => text.includes(words)) ?? "";
  const port = await freePort();
  const file = join(folder, `${page}.mts`);
  const printed = code.replaceAll("brand-identity-hub-contract", KIT).replace("listen(4200)", `listen(${port})`);
  writeFileSync(file, `${named.replace("KIT", KIT)}\n${printed}`);
  const child = spawn(process.execPath, ["--import", TSX, file], {
    env: {
      ...process.env,
      HUB_URL: hub.url,
      HUB_TOOL: "brand-studio",
      HUB_TOKEN: hub.world.tokens.childApp,
      HUB_WEBHOOK_SECRET: `another,${SECRET}`,
      PORT: String(port),
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const says = (pattern: RegExp) => vi.waitFor(() => expect(said).toMatch(pattern), { timeout: 60_000, interval: 50 });
  try {
    await use({ port, says });
  } finally {
    child.kill("SIGKILL");
  }
}

it("follows a brand in the few lines of the kit's page", async () => {
  await runPrinted("kit", "listBrands", "", async ({ port, says }) => {
    await says(/^.+ has version 1\nlistening on port \d+\n$/);
    await hub.subscribe(`http://127.0.0.1:${port}/`);
    await hub.publish("Begun in a few lines");
    expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });
    await says(/ has version 2\n$/);
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
    await says(/401 The signature does not verify\./);
  });
});

it("signs a person in by the lines of the page about users", async () => {
  const named = `import { HubClient } from "KIT";
const { HUB_URL: hubUrl = "", HUB_TOOL: toolSlug = "", HUB_TOKEN: token = "" } = process.env;
const hub = new HubClient({ baseUrl: hubUrl, toolSlug, token });
const openYourSession = (person, cookie) =>
  new Response(person.role + " of " + person.brand_id, { headers: { "set-cookie": cookie } });`;
  await runPrinted("federation", "new HandOff(", named, async ({ port }) => {
    const visitor = new Visitor(`http://127.0.0.1:${port}`);
    visitor.cookies.set("hub_active_brand", "alder");
    const begin = () => visitor.get("/sign-in");
    await vi.waitFor(begin, { timeout: 60_000, interval: 50 });
    const address = new URL((await begin()).headers.get("location") ?? "");
    expect(address.searchParams.get("brand_id")).toBe(hub.world.brands.own.id);
    const form = { token: await hub.handOff(hub.world.brands.own.id), state: address.searchParams.get("state") ?? "" };
    expect((await visitor.post("/hub/callback", { ...form, state: "guessed" })).status).toBe(400);
    const answer = await visitor.post("/hub/callback", form);
    expect([answer.status, await answer.text()]).toEqual([200, `owner of ${hub.world.brands.own.id}`]);
    expect((await visitor.post("/hub/callback", form)).status).toBe(400);
    expect((await visitor.get("/elsewhere")).status).toBe(404);
  });
});

it("reacts to another tool's event once by the lines of the page about webhooks", async () => {
  const named = `import { BrandCache, HubClient, MemoryBrandCacheStore, MemoryInboxStore } from "KIT";
const { HUB_URL = "", HUB_TOOL = "", HUB_TOKEN = "" } = process.env;
const stores = { inbox: new MemoryInboxStore() };
const cache = new BrandCache(new MemoryBrandCacheStore(), new HubClient({ baseUrl: HUB_URL, toolSlug: HUB_TOOL, token: HUB_TOKEN }));
const react = async (event) => console.log("reacted to", event.type);
const tellOpenPages = () => {};`;
  await runPrinted("webhooks", "new Inbox(", named, async ({ port, says }) => {
    const url = `http://127.0.0.1:${port}/`;
    const event = "asset.approved";
    const body = JSON.stringify({
      id: newId(),
      type: event,
      occurred_at: new Date().toISOString(),
      brand_id: hub.world.brands.own.id,
      source_tool: "print-desk",
      trace_id: null,
      payload: {},
    });
    const { id } = JSON.parse(body);
    const post = async () => {
      const timestampSeconds = Date.now() / 1000;
      const headers = signDelivery({ id, event, attempt: 1, body, secrets: [SECRET], timestampSeconds });
      return (await fetch(url, { method: "POST", body, headers })).status;
    };
    expect(await vi.waitFor(post, { timeout: 60_000, interval: 50 })).toBe(200);
    expect(await post()).toBe(200);
    await says(/^reacted to asset\.approved\n$/);
  });
});
