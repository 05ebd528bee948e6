import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { events } from "@/db/schema";
import { examples } from "@/lib/contract/examples";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { versionKeys } from "@/lib/publishing/server";
import { Visitor } from "@/tests/lib/child-tool/start-studio";
import { systemContext } from "@/tests/support/fixtures";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { freePort } from "@/tests/support/hub-process";
import { createPostgresDatabase } from "@/tests/support/postgres";
import { createWorkspace, printedSamples, type Workspace } from "./workspace";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const SECRET = "brand-studio-webhook-secret-0123456789abcdef";
/** `hub` in the docs: a client of the tool. */
const HUB = `import { HubClient } from "brand-identity-hub-contract";
const { HUB_URL: hubUrl = "", HUB_TOOL: toolSlug = "", HUB_TOKEN: token = "", BRAND_ID: brand_id = "" } = process.env;
const hub = new HubClient({ baseUrl: hubUrl, toolSlug, token });`;
/** `bundle` in the docs, from the environment. */
const BUNDLE = `import { BrandBundleSchema } from "brand-identity-hub-contract";
const bundle = BrandBundleSchema.parse(JSON.parse(process.env.BUNDLE ?? ""));`;
/** Replaces the sample's native SQLite driver with one that runs everywhere. */
const BETTER_SQLITE3 = `const { Database } = require("node-sqlite3-wasm");
module.exports = class extends Database {
  prepare(text) {
    const statement = super.prepare(text);
    return { all: (...values) => statement.all(values), run: (...values) => statement.run(values) };
  }
};`;

let hub: HubForTools;
let workspace: Workspace;
let brandId: string;

beforeAll(async () => {
  [hub, workspace] = await Promise.all([createHubForTools(), createWorkspace()]);
  brandId = hub.world.brands.own.id;
  for (const name of ["@modelcontextprotocol/client", "jose", "node-sqlite3-wasm", "pg", "standardwebhooks"])
    workspace.link(`node_modules/${name}`, name);
  const driver = join(workspace.folder, "node_modules/better-sqlite3");
  mkdirSync(driver);
  writeFileSync(join(driver, "index.js"), BETTER_SQLITE3);
});
afterAll(async () => {
  await workspace.close();
  await hub.close();
});

interface Around {
  /** Code that the docs describe around the sample. */
  before?: string;
  after?: string;
  env?: Record<string, string>;
}
interface Run {
  port: number;
  prints(pattern: RegExp): Promise<void>;
}

/** Runs a sample with the published package, as a reader would. */
async function run(code: string, { before = "", after = "", env = {} }: Around, use: (run: Run) => Promise<void>) {
  const port = await freePort();
  const file = join(workspace.folder, "sample.mts");
  writeFileSync(file, [before, code.replace("listen(4200)", `listen(${port})`), after].join("\n"));
  const child = spawn(process.execPath, ["--import", TSX, file], {
    cwd: workspace.folder,
    env: {
      ...process.env,
      HUB_URL: hub.url,
      HUB_TOOL: "brand-studio",
      HUB_TOKEN: hub.world.tokens.childApp,
      HUB_WEBHOOK_SECRET: `another,${SECRET}`,
      BRAND_ID: brandId,
      PORT: String(port),
      ...env,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const prints = (pattern: RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(pattern), { timeout: 60_000, interval: 50 });
  try {
    await use({ port, prints });
  } finally {
    child.kill("SIGKILL");
  }
}

const signed = (id: string, event: string, body: string, secret = SECRET) =>
  signDelivery({ id, event, attempt: 1, body, secrets: [secret], timestampSeconds: Date.now() / 1000 });

/** What a new child tool needs. */
const QUICK = new Set(["kit-readme-0.mts", "first-child.mts", "webhooks-0.mts"]);

/** Checks of each sample by name. Samples in files and of operations run with the other languages. */
const RUNS: Record<string, (code: string) => Promise<void>> = {
  "kit-readme-0.mts": (code) =>
    run(
      code.replace("https://hub.example.com", hub.url),
      { after: "console.log(brands.map(({ slug }) => slug).join());" },
      ({ prints }) => prints(/^alder\n$/),
    ),

  "first-child.mts": (code) =>
    run(code, {}, async ({ port, prints }) => {
      await prints(/^.+ has version 1\nlistening on port \d+\n$/);
      await hub.subscribe(`http://127.0.0.1:${port}/`);
      await hub.publish("Begun in a few lines");
      expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });
      await prints(/ has version 2\n$/);
      const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
      expect(forged.status).toBe(401);
      await prints(/401 The signature is invalid\./);
    }),

  "bundle-cache-0.mts": (code) =>
    run(
      code,
      { after: "console.log(bundle.brand.id, outdated, urlsAlive, (await bundles.find(BRAND_ID))?.stale);" },
      ({ prints }) => prints(new RegExp(`^${brandId} false true false\n$`)),
    ),

  "bundle-cache-1.mts": (code) =>
    run(
      code,
      {
        before: BUNDLE,
        after: "console.log(lines.join());",
        env: { BUNDLE: JSON.stringify(examples.readBundle.response) },
      },
      ({ prints }) => prints(/^--spacing-sm: 8px;\n$/),
    ),

  "bundle-cache-2.mts": (code) => {
    const { identity, ...rest } = examples.readBundle.response;
    const inGerman = { ...identity, locales: { de: { brand: { tagline: "Von Hand" } } } };
    return run(
      code,
      {
        before: BUNDLE,
        after: "console.log(brand.tagline);",
        env: { BUNDLE: JSON.stringify({ ...rest, identity: inGerman }) },
      },
      ({ prints }) => prints(/^Von Hand\n$/),
    );
  },

  "agents-0.mts": (code) =>
    run(code, { env: { HUB_API_KEY: hub.world.tokens.agentsKey } }, ({ prints }) => prints(/'get_brand_context',\n/)),

  "check-0.mts": (code) => run(code, {}, ({ prints }) => prints(/^Checked against version \d+\.\n$/)),

  "versions-0.mts": (code) =>
    run(code, {}, ({ prints }) =>
      prints(new RegExp(`^Read /api/public/v1/brand/by-id/${brandId}/versions/1/tokens.json\n$`)),
    ),

  "versions-1.mts": (code) => run(code, {}, ({ prints }) => prints(/^Version 1 of \S+ is genuine\.\n$/)),

  "versions-2.mts": async (code) => {
    const headers = { authorization: `Bearer ${hub.world.tokens.childApp}`, "x-tool-slug": "brand-studio" };
    const address = `/api/public/v1/brand/by-id/${brandId}/versions/1`;
    const sources = { "version.json": address, "proof.json": `${address}/proof` };
    for (const [name, path] of Object.entries(sources))
      writeFileSync(join(workspace.folder, name), await (await fetch(`${hub.url}${path}`, { headers })).text());
    const keys = await versionKeys(systemContext(hub.world.db));
    writeFileSync(join(workspace.folder, "jwks.json"), JSON.stringify(keys));
    await run(code, {}, ({ prints }) => prints(/^Version 1 is genuine\.\n$/));
  },

  "federation-0.mts": (code) => {
    const openYourSession = `const openYourSession = (person, cookie) =>
  new Response(person.role + " of " + person.brand_id, { headers: { "set-cookie": cookie } });`;
    return run(code, { before: `${HUB}\n${openYourSession}` }, async ({ port }) => {
      const visitor = new Visitor(`http://127.0.0.1:${port}`);
      visitor.cookies.set("hub_active_brand", "alder");
      const begin = () => visitor.get("/sign-in");
      await vi.waitFor(begin, { timeout: 60_000, interval: 50 });
      const address = new URL((await begin()).headers.get("location") ?? "");
      expect(address.searchParams.get("brand_id")).toBe(brandId);
      const form = { token: await hub.handOff(brandId), state: address.searchParams.get("state") ?? "" };
      expect((await visitor.post("/hub/callback", { ...form, state: "guessed" })).status).toBe(400);
      const answer = await visitor.post("/hub/callback", form);
      expect([answer.status, await answer.text()]).toEqual([200, `owner of ${brandId}`]);
      expect((await visitor.post("/hub/callback", form)).status).toBe(400);
      expect((await visitor.get("/elsewhere")).status).toBe(404);
    });
  },

  "events-0.mts": async (code) => {
    const database = await createPostgresDatabase({ empty: true });
    const before = `${HUB}
import pg from "pg";
import { PG_TABLES } from "brand-identity-hub-contract/pg-store";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query(PG_TABLES);
const connection = await pool.connect();
await connection.query("begin");
const [occurred_at, idempotency_key, payload] = [new Date().toISOString(), "draft-7-approved", { draft: 7 }];`;
    const queued = 'console.log((await pool.query("select * from hub_outbox")).rows.length, "queued");';
    const committed = `${queued}\nawait connection.query("commit");\n${queued}\n// After it`;
    const around = { before, after: queued, env: { DATABASE_URL: database.url } };
    try {
      await run(code.replace("// After it", committed), around, async ({ prints }) => {
        await prints(/^0 queued\n1 queued\n0 queued\n$/);
        const stored = await hub.world.db.select().from(events);
        expect(stored.map(({ type, payload }) => [type, payload])).toEqual([["asset.approved", { draft: 7 }]]);
      });
    } finally {
      await database.close();
    }
  },

  "webhooks-0.mts": (code) => {
    const before = `import { BrandCache, MemoryBrandCacheStore, MemoryInboxStore } from "brand-identity-hub-contract";
${HUB}
const stores = { inbox: new MemoryInboxStore() };
const cache = new BrandCache(new MemoryBrandCacheStore(), hub);
const react = async (event) => console.log("reacted to", event.type);
const tellOpenPages = () => {};`;
    return run(code, { before }, async ({ port, prints }) => {
      const [id, type] = [newId(), "asset.approved"];
      const [occurred_at, source_tool] = [new Date().toISOString(), "print-desk"];
      const body = JSON.stringify({
        id,
        type,
        occurred_at,
        brand_id: brandId,
        source_tool,
        trace_id: null,
        payload: {},
      });
      const post = async () => {
        const init = { method: "POST", body, headers: signed(id, type, body) };
        return (await fetch(`http://127.0.0.1:${port}/`, init)).status;
      };
      expect(await vi.waitFor(post, { timeout: 60_000, interval: 50 })).toBe(200);
      expect(await post()).toBe(200);
      await prints(/^reacted to asset\.approved\n$/);
    });
  },

  "webhooks-1.mts": (code) => {
    const secret = `whsec_${Buffer.from(SECRET).toString("base64")}`;
    const body = JSON.stringify({ id: newId(), type: "hub.test" });
    const headers = signed("01920a4e-6a17-7000-8000-000000000001", "hub.test", body, secret);
    const env = { HUB_WEBHOOK_SECRET: secret, BODY: body, HEADERS: JSON.stringify(headers) };
    const after = `const { BODY = "", HEADERS = "" } = process.env;
console.log((verified(BODY, JSON.parse(HEADERS)) as { type: string }).type);
try {
  verified(BODY + " ", JSON.parse(HEADERS));
} catch (error) {
  console.log((error as Error).message);
}`;
    return run(code, { after, env }, ({ prints }) => prints(/^hub\.test\nNo matching signature found\n$/));
  },
};

describe("every TypeScript sample of the docs runs", () => {
  const files = new Set(readdirSync("docs/api/samples"));
  const alone = Object.entries(printedSamples()).filter(
    ([name]) => !files.has(name) && !/^(?:operations-|hub-internal)/.test(name),
  );

  for (const [name, code] of alone)
    it(name, { tags: QUICK.has(name) ? [] : ["full"] }, async () => {
      const sample = RUNS[name];
      if (!sample) throw new Error(`Nothing runs ${name}.`);
      await sample(code);
    });
});
