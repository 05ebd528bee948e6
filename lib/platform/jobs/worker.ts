import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { serialize } from "node:v8";
import type { JobFunctions, JobLimits, JobMap, JobRequest } from "./job-runner";
import type { WorkerMessage } from "./serve-jobs";

export interface Worker {
  readonly ended: boolean;
  /** @throws WorkerEnded if it ends before the job */
  run(request: JobRequest): Promise<unknown>;
  kill(): void;
}

export class WorkerEnded extends Error {}

export interface WorkerCommand {
  args: readonly string[];
  cwd: string;
}

const MB = 1024 * 1024;
const MAX_STDERR_LENGTH = 4_096;
/** About a third of the hub's share of a processor. With less, jobs stall on a busy machine. */
const NICE = 5;

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended, or the system has no priorities.
  }
}

/** A Node process without the hub's environment. */
export class ProcessWorker implements Worker {
  private readonly child;
  ended = false;
  private isReady = false;
  private stderr = "";
  private job: { onMessage: (message: WorkerMessage) => void; onEnd: () => void } | undefined;

  constructor({ args, cwd }: WorkerCommand, limits: JobLimits) {
    const heap = `--max-old-space-size=${Math.ceil(limits.heapBytes / MB)}`;
    this.child = spawn(process.execPath, [heap, ...args, JSON.stringify(limits)], {
      cwd,
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "ignore", "pipe", "ipc"],
      serialization: "advanced",
      windowsHide: true,
    });
    lowerPriority(this.child.pid);
    // The exit event reports a process that has ended.
    this.child.stdin?.on("error", () => {});
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-MAX_STDERR_LENGTH);
    });
    this.child.on("message", (message: WorkerMessage) => {
      if (message.kind === "ready") this.isReady = true;
      this.job?.onMessage(message);
    });
    for (const event of ["error", "exit"])
      this.child.on(event, () => {
        this.ended = true;
        this.job?.onEnd();
      });
  }

  run(request: JobRequest): Promise<unknown> {
    return new Promise<unknown>((resolve, reject) => {
      const send = () => {
        const body = serialize(request);
        // As a message it would block the hub; a pipe sends it in pieces.
        this.child.send(body.byteLength, (error) => error && this.job?.onEnd());
        this.child.stdin?.write(body);
      };
      this.job = {
        onMessage: (message) => {
          if (message.kind === "ready") send();
          else if (message.kind === "done") resolve(message.output);
          else if (message.kind === "refused") reject(Object.assign(new Error(), message.error));
          else reject(new Error(`A job failed in its process: ${message.stack}`));
        },
        onEnd: () =>
          reject(this.isReady ? new WorkerEnded() : new Error(`A job process could not start. ${this.stderr}`)),
      };
      if (this.isReady) send();
    });
  }

  kill(): void {
    this.ended = true;
    this.child.kill("SIGKILL");
  }
}

/** Runs jobs in this process, where no other can be started. A killed job is abandoned but keeps running. */
export class InlineWorker<Jobs extends JobMap> implements Worker {
  ended = false;
  private abandon: () => void = () => {};

  constructor(private readonly jobs: JobFunctions<Jobs>) {}

  run({ name, input }: JobRequest): Promise<unknown> {
    const work = async () => (this.jobs[name] as (input: unknown) => unknown)(input);
    return new Promise((resolve, reject) => {
      this.abandon = () => reject(new WorkerEnded());
      work().then(resolve, reject);
    });
  }

  kill(): void {
    this.ended = true;
    this.abandon();
  }
}
