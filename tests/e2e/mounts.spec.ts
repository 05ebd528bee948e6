import { type Hub, startHub } from "./support/hub";
import { expect, test } from "./support/test";

let routed: Hub;
test.beforeAll(async () => {
  routed = await startHub("routed", { HUB_DIRECT_LISTENER: "0" });
});
test.afterAll(() => routed.stop());

interface Probe {
  path: string;
  init?: RequestInit;
}

async function probesFor({ url, minted }: Hub): Promise<Probe[]> {
  const { api_keys, tools, dispatch_secret } = minted.credentials;
  const studio = tools.find(({ slug }) => slug === "brand-studio");
  const [brandId, foreign] = [studio?.entitled_brand_ids[0], "01920a4e-0000-7000-8000-000000000000"];
  const child = { authorization: `Bearer ${studio?.child_token}`, "x-tool-slug": "brand-studio" };
  const key = { authorization: `Bearer ${api_keys[0]?.key}` };
  const bundle = `/api/public/v1/brand/by-id/${brandId}/bundle`;
  // Other tests have published on only one of the hubs.
  const { identity_version } = await (await fetch(`${url}${bundle}`, { headers: child })).json();
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

/** The parts of a response that two hubs with different data share. */
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

test("Next's own routes answer every request as the direct listener does", { tag: "@full" }, async ({ hub }) => {
  const probes = await probesFor(routed);
  for (const [index, probe] of (await probesFor(hub)).entries()) {
    const name = `${probe.init?.method ?? "GET"} ${probe.path.replace(/[0-9a-f-]{36}/, "{id}")}`;
    const expected = await likeness(hub.url, probe);
    expect({ name, ...(await likeness(routed.url, probes[index] as Probe)) }).toEqual({ name, ...expected });
  }
});
