import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { findBinaries, makeCluster } from "@/db/embedded/cluster";
import { startServer } from "@/db/embedded/server";
import { STUCK_AFTER } from "@/lib/server/watchdog";
import { compiledProgram } from "../support/compiled-program";
import { inForm } from "../support/in-form";

const limits = inForm({ short: { checkEveryMs: 100, silentChecks: 10 }, full: STUCK_AFTER });
const limitMs = limits.checkEveryMs * limits.silentChecks;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A watched process that prints "watched" and then does this work. */
async function startWatched(work: string, nodeArgs: string[] = []) {
  const program = await compiledProgram(`
    import { startWatchdog } from "./lib/server/watchdog.ts";
    startWatchdog(${JSON.stringify(limits)});
    const busy = (ms) => { for (const untilMs = performance.now() + ms; performance.now() < untilMs; ); };
    process.stdout.write("watched");
    setTimeout(() => { ${work} }, 1000);
    setTimeout(() => process.exit(7), ${2 * limitMs + 10_000});
  `);
  const child = spawn(process.execPath, [...nodeArgs, program], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return { child, ended: once(child, "exit"), complaint: text(child.stderr), watched: once(child.stdout, "data") };
}

describe("a main thread that is stuck", () => {
  it("ends the process with one line in the log", async () => {
    const repetitions = inForm({ short: 1, full: 5 });
    for (let count = 0; count < repetitions; count += 1) {
      const { ended, complaint, watched } = await startWatched("for (;;);");
      await watched;
      expect(await ended).toEqual([null, "SIGKILL"]);
      expect(JSON.parse(await complaint)).toEqual({
        level: 60,
        time: expect.stringMatching(/^\d{4}-/),
        msg: `The hub's main thread has been stuck for ${limitMs / 1_000} seconds. The process ends so that it can be restarted.`,
      });
    }
  });

  it("is not mistaken for a busy thread, a suspended process or a debugged one", { tags: ["full"] }, async () => {
    const quarter = limitMs / 4;
    const again = `for (let n = 0; n < 6; n++) setTimeout(() => busy(${quarter}), n * ${quarter + 600})`;
    const stoodStill = await startWatched("");
    const all = [
      await startWatched(`busy(${quarter})`),
      await startWatched(again),
      await startWatched(`busy(${6 * quarter})`, ["--inspect=127.0.0.1:0"]),
      stoodStill,
    ];
    await Promise.all(all.map(({ watched }) => watched));
    // A machine that is suspended and resumed.
    stoodStill.child.kill("SIGSTOP");
    await delay(6 * quarter);
    stoodStill.child.kill("SIGCONT");
    await delay(quarter + 2_000);
    expect(all.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null, null, null]);
  });
});

describe("a database server that is stuck", { tags: ["full"] }, () => {
  it("is detected by a probe, killed and started again", async () => {
    const home = await mkdtemp(join(tmpdir(), "hub-stuck-"));
    const binaries = findBinaries();
    await makeCluster(home, binaries);
    const server = await startServer(home, binaries);
    const pid = async () =>
      Number.parseInt(await readFile(join(home, "cluster/postmaster.pid"), "utf8").catch(() => ""), 10);
    const first = await pid();
    try {
      process.kill(first, "SIGSTOP");
      await expect.poll(async () => ((await pid()) || first) !== first, { timeout: 120_000 }).toBe(true);
      const answers = async () => {
        const client = new pg.Client({ connectionString: server.url });
        client.on("error", () => {});
        const done = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => {});
        return done;
      };
      await expect.poll(answers).toBe(true);
    } finally {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    }
  });
});
