import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "@/db/client";
import { log } from "@/lib/platform/log";
import { build } from "@/lib/server/cli/prepare.mjs";
import { type HubProcess, killHubs, startHub } from "../support/hub-process";
import { BATCH, callersOf, quantile, readDuring } from "./concurrent-reads";
import { seedLarge } from "./large";
import { memoryOfFamily } from "./memory";

/**
 * `npm run bench:embedded` measures the embedded database of the built hub on Linux, full of data: time to the first
 * response, memory of its processes, bundle reads during other work, and recovery after a kill.
 */
const STARTS = 3;
const READS = 1_000;
const REST_MS = 5_000;
const LOAD_MS = 10_000;
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", LOG_LEVEL: "fatal" };

const shown = (ms: number): string => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));

/** Starts a hub and reads a bundle as soon as it can. */
async function started(directory: string) {
  const startMs = performance.now();
  const hub = await startHub(directory, NO_LIMITS);
  const callers = await callersOf(hub, directory);
  await callers.read();
  return { hub, callers, ms: performance.now() - startMs };
}

const sumOfMemory = async ({ process: hub }: HubProcess): Promise<number> =>
  (await memoryOfFamily(hub.pid ?? 0)).reduce((sum, { mb }) => sum + mb, 0);

const say = (what: string, figure: string) => process.stdout.write(`${what} | ${figure}\n`);

async function measure(directory: string): Promise<void> {
  const first = await started(directory);
  say("first start to the first bundle", `${shown(first.ms)} ms`);
  await first.hub.end("SIGTERM");
  const database = await openDatabase({ driver: "embedded", directory });
  await seedLarge(database.db);
  await database.close();

  const starts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const { hub, ms } = await started(directory);
    starts.push(ms);
    await hub.end("SIGTERM");
  }
  say(`later start to the first bundle, median of ${STARTS}`, `${shown(quantile(starts, 0.5))} ms`);

  const { hub, callers } = await started(directory);
  await delay(REST_MS);
  say("memory of all processes at rest (PSS)", `${Math.round(await sumOfMemory(hub))} MB`);
  for (let count = 0; count < READS; count += 1) await callers.read();
  say(`after ${READS} bundle reads`, `${Math.round(await sumOfMemory(hub))} MB`);
  const loads = [
    ["nothing", undefined],
    [`batches of ${BATCH} events`, callers.batches],
    ["ticks", callers.ticks],
    ["list pages", callers.lists],
  ] as const;
  for (const [name, work] of loads) {
    const times = await readDuring(LOAD_MS, callers.read, work);
    const [half, most, longest] = [0.5, 0.99, 1].map((q) => shown(quantile(times, q)));
    say(`bundle read during ${name}: median, p99, longest of ${times.length}`, `${half}, ${most}, ${longest} ms`);
  }
  const load = readDuring(LOAD_MS, callers.read, callers.batches).catch(() => {});
  await delay(LOAD_MS / 2);
  await hub.end("SIGKILL");
  await load;
  const again = await started(directory);
  say("start to the first bundle after a kill under batches", `${shown(again.ms)} ms`);
  await again.hub.end("SIGTERM");
}

log.level = "fatal";
await build();
const root = await mkdtemp(join(tmpdir(), "bench-embedded-"));
try {
  process.stdout.write("what | measured\n");
  await measure(root);
} finally {
  await killHubs();
  await rm(root, { recursive: true, force: true, maxRetries: 10 });
}
