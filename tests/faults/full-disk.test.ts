import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { type HubProcess, killHubs, startHub } from "../support/hub-process";
import { sharedResource } from "../support/shared-resource";
import { signIn } from "../support/sign-in";
import { type SmallDisk, smallDisk } from "../support/small-disk";
import { studioCaller } from "../support/studio-caller";

const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", USER_BUDGETS: "uploads=0" };
/** A request that takes longer counts as hanging. */
const HANGS_AFTER_MS = 120_000;
const REFUSAL = /^The hub's disk is nearly full, so changes can't be saved/;

let disk: SmallDisk;
let directory: string;
beforeAll(async () => {
  await sharedResource("built-hub");
  disk = await smallDisk();
  directory = join(disk.directory, "data");
});
afterEach(async () => {
  await killHubs();
  await disk.makeRoom();
});
afterAll(async () => {
  await killHubs();
  await disk.remove();
});

const leastFree = () => ({ HUB_LEAST_FREE_MB: String(disk.leastFreeMb) });
const start = (env: Record<string, string>): Promise<HubProcess> => startHub(directory, { ...NO_LIMITS, ...env });

/** Requests of tools and a person, each with a timeout. */
async function callersOf({ baseUrl }: HubProcess) {
  const { tools, users } = (await askRunningHub(directory)) as DemoCredentials;
  const { brandId, headers } = studioCaller({ tools });
  const owner = users.find(({ brands }) => brands.some(({ slug }) => slug === "slow-ferry"));
  const cookie = owner ? await signIn(baseUrl, owner) : "";
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) });
    return { status: answer.status, text: await answer.text() };
  };
  const event = () => ({
    brand_id: brandId,
    type: "asset.made",
    occurred_at: "2026-03-14T09:26:53.589Z",
    idempotency_key: randomUUID(),
    payload: { text: "x".repeat(4_000) },
  });
  const bundle = `/api/public/v1/brand/by-id/${brandId}/bundle`;
  return {
    read: () => ask(bundle, { headers }),
    page: () => ask("/b/slow-ferry", { headers: { cookie } }),
    write: () => ask("/api/public/v1/events", { method: "POST", headers, body: JSON.stringify(event()) }),
    upload: () =>
      ask("/b/slow-ferry/uploads", {
        method: "POST",
        headers: { cookie, origin: baseUrl, "content-type": "application/octet-stream" },
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>${randomUUID()}</desc><path d="M0 0h9v9z"/></svg>`,
      }),
    failing: async () => (JSON.parse((await ask("/api/ready")).text) as { failing: string[] }).failing,
  };
}

type Callers = Awaited<ReturnType<typeof callersOf>>;
type Answer = Awaited<ReturnType<Callers["read"]>>;

async function askFor(ms: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; ) answers.push(await ask());
  return answers;
}

const expectRefused = ({ status, text }: Answer): void => {
  expect(status, text).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ error: { code: "server_error", message: expect.stringMatching(REFUSAL) } });
};

describe("a disk that fills", () => {
  it("refuses writes but serves reads, and accepts writes again without a restart once there is space", {
    tags: ["full"],
  }, async () => {
    const rounds = 5;
    const loadMs = 4_000;
    const hub = await start(leastFree());
    const callers = await callersOf(hub);
    for (let round = 0; round < rounds; round += 1) {
      expect((await callers.write()).status).toBe(200);
      for (const level of disk.levelsMb ?? [disk.leastFreeMb / 2]) {
        await disk.fill(level);
        // A checkpoint before the hub deletes its reserve fails, and PostgreSQL restarts (ADR 29).
        if (level === 0) await expect.poll(() => existsSync(join(directory, ".reserve"))).toBe(false);
        await expect.poll(callers.failing).toEqual(["disk"]);
        const [reads, pages, writes, uploads] = await Promise.all([
          askFor(loadMs, callers.read),
          askFor(loadMs, callers.page),
          askFor(loadMs, callers.write),
          askFor(loadMs, callers.upload),
        ]);
        for (const { status, text } of [...reads, ...pages]) expect(status, text).toBe(200);
        for (const answer of [...writes, ...uploads]) expectRefused(answer);
      }
      await disk.makeRoom();
      await expect.poll(async () => (await callers.write()).status).toBe(200);
      await expect.poll(callers.failing).not.toContain("disk");
      expect((await callers.upload()).status).toBe(200);
    }
    expect(hub.process.exitCode).toBeNull();
    await disk.fill(0);
    await expect.poll(callers.failing).toContain("disk");
    expect(await hub.end("SIGTERM")).toBe(0);
  });

  it("lets the hub start from its reserve, refuses to start without it, and serves reads with a little", {
    tags: ["full"],
  }, async () => {
    const hub = await start(leastFree());
    expect(await hub.end("SIGTERM")).toBe(0);
    await disk.fill(0);
    if (disk.levelsMb) {
      const reserved = await start(leastFree());
      expect((await (await callersOf(reserved)).read()).status).toBe(200);
      expect(await reserved.end("SIGTERM")).toBe(0);
      await disk.fill(0);
      await expect(start(leastFree())).rejects.toThrow(/ended with 1:\n[\s\S]*No space left/);
      await disk.makeRoom();
      await disk.fill(10);
    }
    const again = await start(leastFree());
    const { read, write } = await callersOf(again);
    expect((await read()).status).toBe(200);
    expectRefused(await write());
    expect(await again.end("SIGTERM")).toBe(0);
  });

  it("brings the database server back once there is space if it filled too fast to notice", {
    tags: ["full"],
  }, async () => {
    const database = await openDatabase({ driver: "embedded", directory: join(disk.directory, "unwatched") });
    // Writes a megabyte to the WAL, outside every table.
    const log = () => database.db.execute(sql`select pg_logical_emit_message(true, 'hub', repeat('x', 1000000))`);
    const pid = async () =>
      Number.parseInt(await readFile(join(disk.directory, "unwatched/postgres/cluster/postmaster.pid"), "utf8"), 10);
    try {
      await log();
      await disk.fill(0);
      // Without a mounted disk nothing fills up, so the server is stopped the way it would then stop.
      if (!disk.levelsMb) process.kill(await pid(), "SIGABRT");
      let failed = 0;
      for (let asked = 0; failed < 20 && asked < 400; asked += 1) await log().catch(() => (failed += 1));
      expect(failed).toBe(20);
      await disk.makeRoom();
      const answers = () =>
        log().then(
          () => "written",
          (error: Error) => `${error.message}: ${String(error.cause)}`,
        );
      await expect.poll(answers).toBe("written");
    } finally {
      await database.close();
    }
  });
});
