// @module-tag full
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isHalfRestored } from "@/lib/server/backup";
import { BUILT_FOLDER } from "@/lib/server/cli/prepare.mjs";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { fetchWhole } from "../support/fetch-whole";
import { killHubs, startHub } from "../support/hub-process";
import { sharedResource } from "../support/shared-resource";

const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0" };

let root: string;
beforeAll(async () => {
  await sharedResource("built-hub");
  root = await mkdtemp(join(tmpdir(), "hub-backups-"));
});
afterEach(killHubs);
afterAll(() => rm(root, { recursive: true, force: true }));

const at = (name: string) => join(root, name);

function command(directory: string, ...args: string[]) {
  const running = spawn(process.execPath, [join(BUILT_FOLDER, "server.js"), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", HUB_DATA_DIR: directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([text(running.stdout), text(running.stderr), once(running, "close")]).then(
    ([output, complaint, [code]]) => ({ output, complaint, code: code as number | null }),
  );
  return { running, ended };
}

const run = (directory: string, ...args: string[]) => command(directory, ...args).ended;

/** Sends a tool's events, each with an idempotency key. */
async function caller(directory: string) {
  const { base_url, tools } = (await askRunningHub(directory)) as DemoCredentials;
  const [tool] = tools;
  const headers = {
    authorization: `Bearer ${tool?.child_token}`,
    "x-tool-slug": tool?.slug ?? "",
    "content-type": "application/json",
  };
  const [brandId] = tool?.entitled_brand_ids ?? [];
  return {
    async send(key: string): Promise<{ ok: boolean; deduped: boolean }> {
      const body = {
        brand_id: brandId,
        type: "asset.made",
        occurred_at: "2026-03-14T09:26:53.589Z",
        idempotency_key: key,
        payload: {},
      };
      const answer = await fetch(`${base_url}/api/public/v1/events`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new Error(`the hub answered ${answer.status}`);
      return answer.json() as Promise<{ ok: boolean; deduped: boolean }>;
    },
    bundle: () =>
      fetch(`${base_url}/api/public/v1/brand/by-id/${brandId}/bundle`, { headers }).then((answer) => answer.json()),
  };
}

describe("backups of the embedded hub", () => {
  it("made under load contain every earlier event, and restore to a hub with a verified audit log", async () => {
    await startHub(at("busy"), NO_LIMITS);
    const { send } = await caller(at("busy"));
    const before: string[] = [];
    let isOver = false;
    let sent = 0;
    const sending = (async () => {
      for (; !isOver; sent += 1) {
        const key = randomUUID();
        await send(key);
        before.push(key);
      }
    })();
    await delay(1_000);
    const acknowledged = [...before];
    const made = await run(at("busy"), "backup", "--to", at("backup"));
    expect(made).toMatchObject({
      code: 0,
      complaint: "",
      output: expect.stringContaining("contains the hub's secrets"),
    });
    isOver = true;
    await sending;
    await killHubs();
    expect(sent).toBeGreaterThan(acknowledged.length);

    expect(await run(at("back"), "restore", "--from", at("backup"))).toMatchObject({ code: 0, complaint: "" });
    expect(await run(at("back"), "verify-audit")).toMatchObject({ code: 0, complaint: "" });
    const { end } = await startHub(at("back"), NO_LIMITS);
    const restored = await caller(at("back"));
    for (const key of acknowledged) expect(await restored.send(key)).toEqual({ ok: true, deduped: true });
    const { logos } = await restored.bundle();
    expect((await fetchWhole(logos.items[0].url)).status).toBe(200);
    const doctor = await run(at("back"), "doctor");
    expect(doctor.output).toMatch(/^ok +database +PostgreSQL/m);
    expect(doctor.output).toMatch(/^ok +storage/m);
    await end("SIGTERM");
  });

  it("killed at any moment leave no partial backup that restores and no partial restore that starts", async () => {
    const times = [10, 30, 60, 120, 250, 500, 900, 1_500];
    await startHub(at("killed"), NO_LIMITS);
    expect(await run(at("killed"), "backup", "--to", at("whole"))).toMatchObject({ code: 0 });
    for (const afterMs of times) {
      const to = at(`backup-${afterMs}`);
      const backup = command(at("killed"), "backup", "--to", to);
      // The command starts slowly. From here on the hub itself writes.
      while (!existsSync(`${to}.unfinished`) && !existsSync(to)) await delay(2);
      await delay(afterMs / 10);
      await killHubs();
      await backup.ended;
      if (!existsSync(to)) {
        const half = await run(at("half"), "restore", "--from", `${to}.unfinished`);
        expect(half).toMatchObject({ code: 1, complaint: expect.stringContaining("There is no complete backup") });
        expect(existsSync(at("half"))).toBe(false);
      }
      await startHub(at("killed"), NO_LIMITS);

      const into = at(`into-${afterMs}`);
      const restore = command(into, "restore", "--from", at("whole"));
      while (!isHalfRestored(into) && restore.running.exitCode === null) await delay(2);
      await delay(afterMs);
      restore.running.kill("SIGKILL");
      await restore.ended;
      if (isHalfRestored(into)) await expect(startHub(into, NO_LIMITS)).rejects.toThrow("is incomplete");
      const again = await run(into, "restore", "--from", at("whole"));
      if (again.code !== 0) expect(again.complaint).toContain("isn't empty");
      const { end } = await startHub(into, NO_LIMITS);
      expect((await (await caller(into)).bundle()).identity_version).toBe(1);
      await end("SIGTERM");
    }
  });
});
