import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";

/** How long the main thread may be stuck: far longer than any of its work takes. */
export const STUCK_AFTER = { checkEveryMs: 1_000, silentChecks: 30 };

const BEAT_EVERY_MS = 250;
/** Index in the memory that both threads share. */
const BEATS = 0;
const DEBUGGED = 1;

/**
 * Counts checks without progress, not time: nothing is counted while the process is suspended, and clock changes
 * don't matter. Its message is written before it ends the process, unless nobody reads it.
 */
const LOOK = `
const { workerData } = require("node:worker_threads");
const { write } = require("node:fs");
const seen = new Int32Array(workerData.memory);
let last = -1;
let silent = 0;
const end = () => process.kill(process.pid, "SIGKILL");
setInterval(() => {
  const beats = Atomics.load(seen, ${BEATS});
  silent = beats === last && Atomics.load(seen, ${DEBUGGED}) === 0 ? silent + 1 : 0;
  last = beats;
  if (silent !== workerData.silentChecks) return;
  const time = new Date().toISOString();
  write(2, JSON.stringify({ level: 60, time, msg: workerData.message }) + "\\n", end);
  setTimeout(end, 1000);
}, workerData.checkEveryMs);
`;

/**
 * Ends this process with one line on standard error if the main thread is stuck, since it couldn't even handle a
 * stop signal. A supervisor restarts it. A separate thread checks; with a debugger attached it does nothing.
 */
export function startWatchdog({ checkEveryMs, silentChecks } = STUCK_AFTER): void {
  const memory = new SharedArrayBuffer(8);
  const shown = new Int32Array(memory);
  setInterval(() => {
    Atomics.add(shown, BEATS, 1);
    Atomics.store(shown, DEBUGGED, inspectorUrl() === undefined ? 0 : 1);
  }, BEAT_EVERY_MS).unref();
  const seconds = (checkEveryMs * silentChecks) / 1_000;
  const message = `The hub's main thread has been stuck for ${seconds} seconds. The process ends so that it can be restarted.`;
  const watcher = new Worker(LOOK, {
    eval: true,
    workerData: { memory, checkEveryMs, silentChecks, message },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  watcher.once("error", (err) => log.error({ err }, "the watchdog could not start"));
  watcher.unref();
}
