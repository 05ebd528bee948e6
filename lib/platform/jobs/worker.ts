import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { deserialize, serialize } from "node:v8";
import * as threads from "node:worker_threads";
import { BadRequest, type UnsupportedFile } from "../errors";
import { type JobFunctions, type JobLimits, type JobMap, type JobRequest, type Worker, WorkerEnded } from "./job-pool";

/** The first one is empty: the process is ready. */
interface WorkerMessage {
  output?: unknown;
  error?: Partial<UnsupportedFile>;
}

const perform = async <Jobs extends JobMap>(jobs: JobFunctions<Jobs>, { name, input }: JobRequest): Promise<unknown> =>
  (jobs[name] as (input: unknown) => unknown)(input);

/** About a third of the hub's share of a processor. With less, jobs stall on a busy machine. */
const NICE = 5;

/** A Node process without the hub's environment. */
export class ProcessWorker implements Worker {
  ended = false;
  private readonly child;
  private readonly gone = new AbortController();
  private readonly ready: Promise<WorkerMessage>;
  private stderr = "";

  constructor({ args, cwd }: { args: readonly string[]; cwd: string }, limits: JobLimits) {
    const heap = `--max-old-space-size=${Math.ceil(limits.heapBytes / 2 ** 20)}`;
    this.child = spawn(process.execPath, [heap, ...args, JSON.stringify(limits)], {
      cwd,
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "ignore", "pipe", "ipc"],
      serialization: "advanced",
      windowsHide: true,
    });
    try {
      if (this.child.pid !== undefined) setPriority(this.child.pid, NICE);
    } catch {
      // It has ended, or the system has no priorities.
    }
    // The exit event reports a process that has ended.
    this.child.stdin?.on("error", () => {});
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-4_096);
    });
    for (const event of ["error", "exit"])
      this.child.on(event, () => {
        this.ended = true;
        this.gone.abort();
      });
    this.ready = this.nextMessage();
  }

  async run(request: JobRequest): Promise<unknown> {
    await this.ready.catch(() => {
      throw new Error(`A job process could not start. ${this.stderr}`);
    });
    const body = serialize(request);
    // As a message it would block the hub; a pipe sends it in pieces.
    this.child.send(body.byteLength);
    this.child.stdin?.write(body);
    const { output, error } = await this.nextMessage().catch((cause: unknown) => {
      throw new WorkerEnded("", { cause });
    });
    if (error) throw Object.assign(new Error(), error);
    return output;
  }

  kill(): void {
    this.ended = true;
    this.child.kill("SIGKILL");
  }

  /** @throws when the process ends before */
  private async nextMessage(): Promise<WorkerMessage> {
    const [message] = await once(this.child, "message", { signal: this.gone.signal });
    return message;
  }
}

/** Runs jobs in this process, where no other can be started. A killed job is abandoned but keeps running. */
export class InlineWorker<Jobs extends JobMap> implements Worker {
  ended = false;
  private abandon: () => void = () => {};

  constructor(private readonly jobs: JobFunctions<Jobs>) {}

  run(request: JobRequest): Promise<unknown> {
    const killed = new Promise((_, reject) => {
      this.abandon = () => reject(new WorkerEnded());
    });
    return Promise.race([perform(this.jobs, request), killed]);
  }

  kill(): void {
    this.ended = true;
    this.abandon();
  }
}

/**
 * Kills this process if a job uses too much: on its own thread, because a job can block the main one, and with SIGKILL,
 * because an exit waits for decoders on other threads.
 */
const WATCH = `
const { parentPort, workerData } = require("node:worker_threads");
let before;
parentPort.on("message", (usage) => (before = usage));
setInterval(() => {
  if (!before) return;
  const { user, system } = process.cpuUsage(before);
  const isOver = (user + system) / 1000 > workerData.cpuMs || process.memoryUsage.rss() > workerData.rssBytes;
  if (isOver) process.kill(process.pid, "SIGKILL");
}, 50);
`;

async function readRequest(byteLength: number): Promise<JobRequest> {
  for (;;) {
    const body: Buffer | null = process.stdin.read(byteLength);
    if (body) return deserialize(body);
    await once(process.stdin, "readable");
  }
}

/** Refusals are shown to people; other errors are logged with their stack. */
function withoutClass(error: unknown): Partial<UnsupportedFile> {
  if (!(error instanceof BadRequest))
    return { message: `A job failed in its process: ${error instanceof Error ? error.stack : error}` };
  const { message, code, field, reason } = error as BadRequest & Partial<UnsupportedFile>;
  return { message, code, field, reason };
}

/** Makes this process a worker, until its parent exits. */
export function serveJobs<Jobs extends JobMap>(jobs: JobFunctions<Jobs>, limits: JobLimits): void {
  const send = (message: WorkerMessage) => void process.send?.(message);
  const watch = new threads.Worker(WATCH, { eval: true, workerData: limits, env: {}, execArgv: [] });
  // Linux kills this process before the hub if memory runs out.
  void writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
  // Standard input stays paused between two reads if nobody listens.
  process.stdin.on("readable", () => {});
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", async (byteLength: number) => {
    watch.postMessage(process.cpuUsage());
    try {
      send({ output: await perform(jobs, await readRequest(byteLength)) });
    } catch (error) {
      send({ error: withoutClass(error) });
    } finally {
      watch.postMessage(undefined);
    }
  });
  send({});
}
