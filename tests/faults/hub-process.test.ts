import type { ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { brands } from "@/db/schema";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { fetchWhole } from "../support/fetch-whole";
import { freePort, type HubProcess, killHubs, startHub } from "../support/hub-process";
import { createPostgresDatabase } from "../support/postgres";
import { sharedResource } from "../support/shared-resource";
import { studioCaller } from "../support/studio-caller";

const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0" };

let directory: string;

beforeAll(async () => {
  await sharedResource("built-hub");
  directory = await mkdtemp(join(tmpdir(), "hub-process-"));
});
afterEach(killHubs);
afterAll(() => rm(directory, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}): Promise<HubProcess> => startHub(directory, env);

async function credentials(): Promise<DemoCredentials> {
  return (await askRunningHub(directory)) as DemoCredentials;
}

async function childCaller() {
  const { base_url, tools } = await credentials();
  const { brandId, headers } = studioCaller({ tools });
  const send = async (idempotencyKey: string): Promise<{ ok: boolean; deduped: boolean }> => {
    const event = {
      brand_id: brandId,
      type: "asset.made",
      occurred_at: "2026-03-14T09:26:53.589Z",
      idempotency_key: idempotencyKey,
      payload: {},
    };
    const body = JSON.stringify(event);
    const response = await fetch(`${base_url}/api/public/v1/events`, { method: "POST", headers, body });
    if (response.status !== 200) throw new Error(`the hub answered ${response.status}`);
    return response.json();
  };
  const readBundle = (query = "") =>
    fetch(`${base_url}/api/public/v1/brand/by-id/${brandId}/bundle${query}`, { headers }).then((answer) =>
      answer.json(),
    );
  return { send, readBundle };
}

describe("a hub that starts", () => {
  it("prints only what a person needs and stops cleanly at the first signal", async () => {
    const { said, end, baseUrl } = await start();
    const text = said();
    expect(text).toContain("Sign in    mara.lind@example.com");
    expect(text).toContain("npm run child");
    expect(text).not.toMatch(/warn|error|deprecat/i);
    const { port } = new URL(baseUrl);
    for (const host of ["127.0.0.1", "localhost"])
      expect((await fetchWhole(`http://${host}:${port}/sign-in`)).status).toBe(200);
    // On Linux all of 127.0.0.0/8 is this machine. It stands for the network here.
    if (process.platform === "linux") await expect(fetch(`http://127.0.0.2:${port}/sign-in`)).rejects.toThrow();
    expect(await end("SIGINT")).toBe(0);
  });

  it("stops cleanly and silently while pages and output are pending", {
    tags: ["full"],
  }, async () => {
    const port = String(await freePort());
    let hub: ChildProcess | undefined;
    const starting = startHub(directory, { PORT: port }, { spawned: (spawned) => (hub = spawned) });
    // If the hub came up before this process got to it, it stops as usual.
    const said = starting.then(({ said }) => said(), String);
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/public/v1/docs/openapi.json`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers, { interval: 5 }).toBe(true);
    const ended = once(hub as ChildProcess, "exit");
    hub?.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(await said).not.toMatch(/reject|fail|not answer/i);
  });

  it("explains in one sentence that the directory or the port is in use", {
    tags: ["full"],
  }, async () => {
    const { baseUrl } = await start();
    await expect(startHub(directory)).rejects.toThrow(
      /ended with 1:\nAnother hub is running on the data directory .*\.\n$/,
    );
    const elsewhere = join(directory, "elsewhere");
    const port = new URL(baseUrl).port;
    await expect(startHub(elsewhere, { PORT: port })).rejects.toThrow(
      new RegExp(`ended with 1:\nPort ${port} is in use\\. .*\n$`),
    );
  });

  it("refuses a database server without secrets and names each missing one", { tags: ["full"] }, async () => {
    const unreachable = `postgres://hub:hub@127.0.0.1:${await freePort()}/hub`;
    await expect(startHub(directory, { DATABASE_URL: unreachable })).rejects.toThrow(/SESSION_SECRET is not set/);
  });

  it("runs on a PostgreSQL server with secrets and creates no demo there", { tags: ["full"] }, async () => {
    const database = await createPostgresDatabase();
    const secret = () => randomBytes(33).toString("base64");
    const port = String(await freePort());
    const environment = {
      PORT: port,
      DATABASE_URL: database.url,
      HUB_BASE_URL: `http://localhost:${port}`,
      SESSION_SECRET: secret(),
      FEDERATION_SECRET: secret(),
      FILE_URL_SECRET: secret(),
    };
    const copied = JSON.parse(await readFile(join(directory, "secrets.json"), "utf8")).FILE_URL_SECRET;
    const refused = [
      [{ HUB_BASE_URL: "" }, /HUB_BASE_URL is not set/],
      [{ HUB_BASE_URL: "http://hub.example.com" }, /HUB_BASE_URL is http/],
      [{ FILE_URL_SECRET: environment.SESSION_SECRET }, /FILE_URL_SECRET is the same as SESSION_SECRET/],
      [{ FILE_URL_SECRET: copied }, /FILE_URL_SECRET is a secret of the demo/],
    ] as const;
    for (const [change, sentence] of refused)
      await expect(start({ ...environment, ...change })).rejects.toThrow(sentence);
    const { said, baseUrl, end } = await start(environment);
    await vi.waitFor(() => expect(said()).toContain("the hub has started"), { timeout: 60_000 });
    for (const line of said().trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
    expect((await fetchWhole(`${baseUrl}/api/public/v1/docs/openapi.json`)).status).toBe(200);
    expect(await database.db.select().from(brands)).toEqual([]);
    expect(await end("SIGTERM")).toBe(0);
    await database.close();
  });

  it("answers an upgrade request like any other request", { tags: ["full"] }, async () => {
    const { baseUrl } = await start();
    expect((await fetchWhole(`${baseUrl}/sign-in`)).status).toBe(200);
    const socket = connect(Number(new URL(baseUrl).port), "localhost");
    socket.write(
      "GET /api/public/tools HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it("prefers set variables over generated secrets", { tags: ["full"] }, async () => {
    const token = "a-token-that-the-environment-sets-0123456789";
    await start({ CORE_CHILD_APP_TOKEN__BRAND_STUDIO: token, HUB_BASE_URL: "http://hub.localhost:1" });
    const described = await credentials();
    expect(described.base_url).toBe("http://hub.localhost:1");
    expect(described.tools.find(({ slug }) => slug === "brand-studio")?.child_token).toBe(token);
    const kept = JSON.parse(await readFile(join(directory, "secrets.json"), "utf8"));
    expect(Object.values(kept)).not.toContain(token);
  });
});

describe("a hub that is killed", { tags: ["full"] }, () => {
  it("loses no acknowledged write, and its lock blocks no restart", async () => {
    const first = await start(NO_LIMITS);
    const { send } = await childCaller();
    const acknowledged: string[] = [];
    const load = Array.from({ length: 4 }, async () => {
      for (;;) {
        const key = randomUUID();
        const { deduped } = await send(key);
        expect(deduped).toBe(false);
        acknowledged.push(key);
        if (acknowledged.length === 120) first.process.kill("SIGKILL");
      }
    });
    await Promise.allSettled(load);
    await first.end("SIGKILL");
    expect(acknowledged.length).toBeGreaterThanOrEqual(120);

    await start(NO_LIMITS);
    const again = await childCaller();
    const lost: string[] = [];
    for (const key of acknowledged) if (!(await again.send(key)).deduped) lost.push(key);
    expect(lost).toEqual([]);
  });
});

describe("a hub that is stopped", { tags: ["full"] }, () => {
  it("keeps its data and serves it after the next start", async () => {
    const first = await start(NO_LIMITS);
    const before = await credentials();
    expect(await first.end("SIGTERM")).toBe(0);

    await start({ ...NO_LIMITS, PORT: new URL(first.baseUrl).port });
    expect(await credentials()).toEqual(before);
    const { readBundle } = await childCaller();
    expect(await readBundle("?since=1")).toEqual({ not_modified: true });
  });
});
