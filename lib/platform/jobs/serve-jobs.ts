import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { deserialize } from "node:v8";
import { Worker } from "node:worker_threads";
import { BadRequest, type UnsupportedFile } from "../errors";
import type { JobFunctions, JobLimits, JobMap, JobRequest } from "./job-runner";

export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "done"; output: unknown }
  | { kind: "refused"; error: Partial<UnsupportedFile> }
  | { kind: "failed"; stack: string };

/** SIGKILL, because an exit waits for decoders on other threads. */
const WATCH = `
const { parentPort, workerData } = require("node:worker_threads");
let before;
parentPort.on("message", (isWorking) => {
  before = isWorking ? process.cpuUsage() : undefined;
});
setInterval(() => {
  if (!before) return;
  const { user, system } = process.cpuUsage(before);
  const isOver = (user + system) / 1000 > workerData.cpuMs || process.memoryUsage.rss() > workerData.rssBytes;
  if (isOver) process.kill(process.pid, "SIGKILL");
}, 50);
`;

/** Kills this process if a job uses too much. Needs its own thread: a job can block the main one. */
function startWatch({ cpuMs, rssBytes }: JobLimits): (isWorking: boolean) => void {
  const watch = new Worker(WATCH, { eval: true, workerData: { cpuMs, rssBytes }, env: {}, execArgv: [] });
  return (isWorking) => watch.postMessage(isWorking);
}

async function readRequest(byteLength: number): Promise<JobRequest> {
  for (;;) {
    const body: Buffer | null = process.stdin.read(byteLength);
    if (body) return deserialize(body);
    await once(process.stdin, "readable");
  }
}

/** Refusals are shown to people; other errors are logged with their stack. */
function toMessage(error: unknown): WorkerMessage {
  if (!(error instanceof BadRequest))
    return { kind: "failed", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const { message, code, field, reason } = error as BadRequest & Partial<UnsupportedFile>;
  return { kind: "refused", error: { message, code, field, reason } };
}

/** Makes this process a worker, until its parent exits. */
export function serveJobs<Jobs extends JobMap>(jobs: JobFunctions<Jobs>, limits: JobLimits): void {
  const send = (message: WorkerMessage) => void process.send?.(message);
  // Linux kills this process before the hub if memory runs out.
  void writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
  // Standard input stays paused between two reads if nobody listens.
  process.stdin.on("readable", () => {});
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const watch = startWatch(limits);
  process.on("message", async (byteLength: number) => {
    watch(true);
    try {
      const { name, input } = await readRequest(byteLength);
      const work = jobs[name] as (input: unknown) => unknown;
      send({ kind: "done", output: await work(input) });
    } catch (error) {
      send(toMessage(error));
    } finally {
      watch(false);
    }
  });
  send({ kind: "ready" });
}
