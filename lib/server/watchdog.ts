import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";

/** How long the thread that answers people may be stuck: much longer than anything takes that it has to do. */
export const STUCK_AFTER = { checkEveryMs: 1_000, silentChecks: 30 };

const BEAT_EVERY_MS = 250;
/** Places in the memory that both threads see. */
const BEATS = 0;
const DEBUGGED = 1;

/**
 * It counts looks at which nothing had moved, not time: while the whole process stands still (a suspended machine, SIGSTOP) nobody looks, and a
 * clock may jump as it likes. What it says must be out before it ends the process, unless nobody reads it.
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
 * Ends this process, with one line on standard error, once its own thread is stuck: it would answer nobody, not even a signal to stop. Whatever
 * supervises it starts another. A thread of its own looks; one that a debugger may hold is let be.
 */
export function startWatchdog({ checkEveryMs, silentChecks } = STUCK_AFTER): void {
  const memory = new SharedArrayBuffer(8);
  const shown = new Int32Array(memory);
  setInterval(() => {
    Atomics.add(shown, BEATS, 1);
    Atomics.store(shown, DEBUGGED, inspectorUrl() === undefined ? 0 : 1);
  }, BEAT_EVERY_MS).unref();
  const seconds = (checkEveryMs * silentChecks) / 1_000;
  const message = `The hub's own thread has been stuck for ${seconds} seconds: the process ends, to be restarted.`;
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
