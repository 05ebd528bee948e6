// @module-tag full
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, operations } from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { createSoakWorld, type SoakWorld } from "../soak/world";
import { routeTemplates } from "../support/mounts";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { type RunningRedis, startRedis } from "../support/redis";
import { sharedResource } from "../support/shared-resource";
import { builtModule, packFunction, startFunction } from "../support/traced-function";

let root: string;
let database: PostgresDatabase;
let redis: RunningRedis;
let world: SoakWorld;
let env: Record<string, string>;
beforeAll(async () => {
  await sharedResource("built-hub");
  root = await mkdtemp(join(tmpdir(), "hub-functions-"));
  [database, redis] = [await createPostgresDatabase(), await startRedis()];
  world = await createSoakWorld({ databaseUrl: database.url, redisUrl: redis.url, hubs: 0 });
  const { NODE_ENV, NODE_OPTIONS, WEBHOOK_ALLOW_LOOPBACK, ...ofHub } = world.environment;
  env = { ...ofHub, VERCEL: "1", CRON_SECRET: "nf3RkPq8sVbT2wXzL6mHdY4cJ9gA7eUo" };
});
afterAll(async () => {
  await world?.close();
  await redis?.stop();
  await database?.close();
  await rm(root, { recursive: true, force: true });
});

const started = new Map<string, ReturnType<typeof startFunction>>();
afterAll(async () => {
  for (const running of started.values()) await (await running.catch(() => null))?.end();
});

/** Calls a route's function like Vercel's edge. Each is packed and started once. */
async function ask(module: string, path: string, init: RequestInit = {}) {
  const known = started.get(module);
  const starting = known ?? start(module);
  started.set(module, starting);
  const { url, said } = await starting;
  const matched = `/${module
    .replace(/^\.next\/server\/app\//, "")
    .replace(/\([\w-]+\)\//g, "")
    .replace(/\/?(route|page)\.js$/, "")}`;
  const headers = {
    ...(init.headers as Record<string, string>),
    "x-matched-path": matched,
    "x-forwarded-for": "192.0.2.7",
  };
  const answer = await fetch(url + path, { redirect: "manual", ...init, headers });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", body, said };
}

async function start(module: string) {
  const folder = join(root, String(started.size));
  await packFunction(module, folder);
  return startFunction(folder, env);
}

const moduleOf = ({ path }: Operation) => {
  const template = routeTemplates().some((route) => route.template === path) ? path.slice(1) : "api/public/[[...path]]";
  return builtModule(`${template.replace(/\{(\w+)\}/g, "[$1]")}/route`);
};

const credentialOf = (operation: Operation): Record<string, string> => {
  const [first] = operation.credentials;
  const bearer = {
    apiKey: world.brands[0]?.apiKey,
    session: world.people[0]?.token,
    federation: undefined,
    dispatch: env.WEBHOOK_DISPATCH_SECRET,
    cron: env.CRON_SECRET,
  };
  if (first === "childApp") return world.tools[0]?.headers ?? {};
  return first ? { authorization: `Bearer ${bearer[first]}` } : {};
};

async function federationToken(): Promise<string> {
  const { mintFederationToken } = operations;
  const headers = { ...credentialOf(mintFederationToken), "content-type": "application/json" };
  const answer = await ask(moduleOf(mintFederationToken), mintFederationToken.path, {
    method: "POST",
    headers,
    body: "{}",
  });
  return JSON.parse(answer.body.toString()).token;
}

/** Replaces an example's brand and tool with existing ones. */
const ofThisWorld = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(EXAMPLE_BRAND_ID, world.brands[0]?.id ?? "")
    .replaceAll("brand-studio", world.tools[0]?.slug ?? "");

async function requestOf(operation: Operation): Promise<{ path: string; init: RequestInit }> {
  const example = operation.examples.find(({ request }) => request?.body !== undefined)?.request;
  const path = operation.path
    .replace("{version}", "1")
    .replace("{format}", "tokens.css")
    .replace(/\{\w+\}/, world.brands[0]?.id ?? "");
  const { method } = operation;
  const headers = credentialOf(operation);
  const { query } = operation.examples[0]?.request ?? {};
  if (method === "GET")
    return { path: query ? `${path}?${new URLSearchParams(query)}` : path, init: { method, headers } };
  const body = operation.credentialInBody
    ? JSON.stringify({ token: await federationToken() })
    : ofThisWorld(example?.body ?? {});
  return { path, init: { method, headers: { ...headers, "content-type": "application/json" }, body } };
}

describe("a function with only its traced files", () => {
  it.each(Object.entries(operations) as [string, Operation][])("answers %s", async (_id, operation) => {
    const { path, init } = await requestOf(operation);
    const { status, type, body, said } = await ask(moduleOf(operation), path, init);
    expect({ status, text: status === 200 ? "" : `${body} ${said.join("\n")}` }).toEqual({ status: 200, text: "" });
    const { schema, mediaType = "application/json", mediaTypes: [first = mediaType] = [] } = operation.response;
    expect(type).toContain(first);
    if (schema) expect(schema.safeParse(JSON.parse(body.toString())).error).toBeUndefined();
    else expect(body.subarray(0, 5).toString()).toMatch(/^(?::root|# |%PDF-)/);
  });

  it("serves the kit", async () => {
    const { status, body } = await ask(builtModule("contract-kit.tar.gz/route"), "/contract-kit.tar.gz");
    expect(status).toBe(200);
    expect([...body.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });

  it("serves the sign-in page and a CSRF token", async () => {
    const page = await ask(builtModule("sign-in/page"), "/sign-in");
    expect({ status: page.status, said: page.said }).toMatchObject({ status: 200 });
    expect(page.body.toString()).toContain("Sign in");
    const csrf = await ask(builtModule("api/auth/[...nextauth]/route"), "/api/auth/csrf");
    expect(JSON.parse(csrf.body.toString())).toMatchObject({ csrfToken: expect.any(String) });
  });

  it("contains no build tools", async () => {
    const folder = join(root, "0", "node_modules");
    const names = await readdir(folder);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => ["esbuild", "tsx", "typescript", "vitest", "playwright"].includes(name))).toEqual([]);
  });
});
