import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Credentials } from "./support/hub";
import { BASE_URL, DATA_DIRECTORY } from "./support/hub";
import { expect, test } from "./support/test";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NEXT_URL = "http://localhost:3701";
const NEXT_DATA = `${DATA_DIRECTORY}-next`;

let hub: ChildProcess;
let nextCredentials: Credentials;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const env = {
    ...process.env,
    HUB_DATA_DIR: NEXT_DATA,
    PORT: "3701",
    HUB_BASE_URL: NEXT_URL,
    HUB_DIRECT_LISTENER: "0",
  };
  hub = spawn(process.execPath, ["lib/cli/start.mjs"], { cwd: ROOT, env, stdio: "ignore" });
  while (!(await fetch(`${NEXT_URL}/sign-in`).catch(() => null))?.ok) {
    if (hub.exitCode !== null) throw new Error("the hub on Next's mount did not start");
    await delay(300);
  }
  const command = ["lib/cli/run.mjs", "credentials"];
  nextCredentials = JSON.parse(execFileSync(process.execPath, command, { cwd: ROOT, env, encoding: "utf8" }));
});
test.afterAll(async () => {
  hub.kill("SIGINT");
  if (hub.exitCode === null) await once(hub, "exit");
});

interface Probe {
  path: string;
  init?: RequestInit;
}

async function probesFor(baseUrl: string, { api_keys, tools, dispatch_secret }: Credentials): Promise<Probe[]> {
  const studio = tools.find(({ slug }) => slug === "brand-studio");
  const [brandId, foreign] = [studio?.entitled_brand_ids[0], "01920a4e-0000-7000-8000-000000000000"];
  const child = { authorization: `Bearer ${studio?.child_token}`, "x-tool-slug": "brand-studio" };
  const key = { authorization: `Bearer ${api_keys[0]?.key}` };
  const bundle = `/api/public/v1/brand/by-id/${brandId}/bundle`;
  // Other tests have published on one hub and not on the other.
  const { identity_version } = await (await fetch(`${baseUrl}${bundle}`, { headers: child })).json();
  const json = { "content-type": "application/json" };
  const event = {
    brand_id: brandId,
    type: "asset.approved",
    occurred_at: "2026-03-14T09:26:53.589Z",
    idempotency_key: "mounts",
    payload: {},
  };
  const post = (headers: Record<string, string>, body: unknown): RequestInit => ({
    method: "POST",
    headers: { ...json, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return [
    { path: "/api/public/tools", init: { headers: key } },
    { path: "/api/public/tools" },
    { path: "/api/public/tools/", init: { headers: key } },
    { path: "/api/public/brands", init: { headers: key } },
    { path: "/api/public/brands", init: { headers: { authorization: "Bearer nonsense" } } },
    { path: "/api/public/brands/me", init: { headers: key } },
    { path: "/api/public/brand/me", init: { method: "DELETE" } },
    { path: "/api/public" },
    { path: "/api/public/unknown", init: { method: "PUT" } },
    { path: "/api/public/%74ools", init: { headers: key } },
    { path: bundle, init: { headers: child } },
    { path: `${bundle}?since=${identity_version}`, init: { headers: child } },
    { path: `${bundle}?since=01`, init: { headers: child } },
    { path: `${bundle}?since=1&since=1`, init: { headers: child } },
    { path: bundle, init: { headers: { authorization: child.authorization } } },
    { path: bundle.replace(String(brandId), foreign), init: { headers: child } },
    { path: bundle, init: { method: "HEAD", headers: child } },
    { path: bundle, init: { method: "OPTIONS", headers: child } },
    { path: "/api/public/v1/events", init: post(child, event) },
    { path: "/api/public/v1/events", init: post(child, event) },
    { path: "/api/public/v1/events", init: post(child, { ...event, extra: 1 }) },
    { path: "/api/public/v1/events", init: post(child, "{") },
    {
      path: "/api/public/v1/events",
      init: post(child, JSON.stringify({ ...event, payload: { a: "x".repeat(5_000_000) } })),
    },
    { path: "/api/public/events", init: post(key, { type: "x" }) },
    { path: "/api/public/federation/exchange", init: post({}, { token: "nonsense" }) },
    { path: "/api/public/federation/mint", init: post(key, {}) },
    {
      path: "/api/public/v1/internal/dispatch-tick",
      init: { headers: { authorization: `Bearer ${dispatch_secret}` } },
    },
    { path: "/api/public/v1/docs/openapi.json" },
    { path: "/api/public/v1/docs/openapi.json", init: { method: "OPTIONS" } },
    { path: "/api/public/v1/docs/api.pdf" },
  ];
}

/** What two hubs with different data must have in common in an answer. */
async function likeness(baseUrl: string, { path, init }: Probe) {
  const response = await fetch(`${baseUrl}${path}`, { redirect: "manual", ...init });
  const isJson = response.headers.get("content-type")?.includes("json");
  const text = await response.text();
  const body = isJson && text ? JSON.parse(text) : null;
  const named = [
    "content-type",
    "cache-control",
    "allow",
    "deprecation",
    "link",
    "www-authenticate",
    "access-control-allow-origin",
    "x-powered-by",
    "location",
  ];
  return {
    status: response.status,
    headers: Object.fromEntries(named.map((name) => [name, response.headers.get(name)])),
    limited: response.headers.has("ratelimit"),
    requestId: response.headers.has("x-request-id"),
    error: body?.error?.code ?? null,
    message: body?.error?.message ?? null,
    keys: body && Object.keys(body).sort(),
  };
}

test("Next's own routes answer every request as the direct listener does", async ({ credentials }) => {
  const direct = await probesFor(BASE_URL, credentials);
  const routed = await probesFor(NEXT_URL, nextCredentials);
  for (const [index, probe] of direct.entries()) {
    const name = `${probe.init?.method ?? "GET"} ${probe.path.replace(/[0-9a-f-]{36}/, "{id}")}`;
    const expected = await likeness(BASE_URL, probe);
    expect({ name, ...(await likeness(NEXT_URL, routed[index] as Probe)) }).toEqual({ name, ...expected });
  }
});
