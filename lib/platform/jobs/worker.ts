import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import type { JobLimits, JobMap } from "./job-runner";
import { type JobFunctions, type JobNews, type JobOrder, outputOf, packOrder } from "./serve-jobs";

export interface Worker {
  /** True once it can do nothing more: another one takes its place. */
  readonly ended: boolean;
  /** @throws WorkerEnded when it ends before the job does */
  run(order: JobOrder, on: { started: () => void; slow: () => void }): Promise<unknown>;
  kill(): void;
}

export class WorkerEnded extends Error {}

/** A worker ended before it took the job that it was started for. */
export class WorkerNeverStarted extends WorkerEnded {}

/** How a process of jobs is started: what Node is given before the limits, and where. */
export interface WorkerCommand {
  args: readonly string[];
  cwd: string;
}

const MB = 1024 * 1024;
const KEPT_COMPLAINT = 4_096;
/** A third of the share of whatever answers people, where both want the machine; less, and a busy one would get nothing done. */
const NICE = 5;

/** Behind whatever answers people: a machine that is busy with pictures still signs people in. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

/** A Node of its own: it has its own threads and memory, none of the hub's environment, and can be killed. */
export class ProcessWorker implements Worker {
  private readonly child: ChildProcess;
  ended = false;
  private isReady = false;
  private complaint = "";
  private job: { take: (news: JobNews) => void; end: () => void } | undefined;

  constructor(command: WorkerCommand, limits: JobLimits) {
    const heap = `--max-old-space-size=${Math.ceil(limits.heapBytes / MB)}`;
    this.child = spawn(process.execPath, [heap, ...command.args, JSON.stringify(limits)], {
      cwd: command.cwd,
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "ignore", "pipe", "ipc"],
      serialization: "advanced",
      windowsHide: true,
    });
    yieldToOthers(this.child);
    // A process that has ended says so by its exit.
    this.child.stdin?.on("error", () => {});
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.complaint = (this.complaint + chunk.toString()).slice(-KEPT_COMPLAINT);
    });
    this.child.on("message", (news: JobNews) => {
      if (news.kind === "ready") this.isReady = true;
      this.job?.take(news);
    });
    for (const event of ["error", "exit"])
      this.child.on(event, () => {
        this.ended = true;
        this.job?.end();
      });
    this.hold(false);
  }

  run(order: JobOrder, { started, slow }: { started: () => void; slow: () => void }): Promise<unknown> {
    this.hold(true);
    return new Promise<unknown>((resolve, reject) => {
      const send = () => {
        started();
        const { files, ...sent } = packOrder(order);
        this.child.send(sent, (error) => error && this.job?.end());
        for (const bytes of files) this.child.stdin?.write(bytes);
      };
      this.job = {
        take: (news) => {
          if (news.kind === "ready") send();
          else if (news.kind === "slow") slow();
          else {
            try {
              resolve(outputOf(news));
            } catch (error) {
              reject(error);
            }
          }
        },
        end: () =>
          reject(
            this.isReady
              ? new WorkerEnded()
              : new WorkerNeverStarted(`The process for jobs could not start. ${this.complaint}`.trim()),
          ),
      };
      if (this.isReady) send();
    }).finally(() => {
      this.job = undefined;
      this.hold(false);
    });
  }

  kill(): void {
    this.ended = true;
    this.child.kill("SIGKILL");
  }

  /** Only a job keeps the hub's process from ending: what waits for one does not. */
  private hold(held: boolean): void {
    const { channel, stdin, stderr } = this.child;
    const pipes = [stdin, stderr] as { ref?: () => void; unref?: () => void }[];
    for (const handle of [this.child, channel, ...pipes]) held ? handle?.ref?.() : handle?.unref?.();
  }
}

/** Works in this process, where no other can be started: what is killed is given up, and goes on unseen. */
export class InlineWorker<Jobs extends JobMap> implements Worker {
  ended = false;
  private giveUp: () => void = () => {};

  constructor(private readonly jobs: JobFunctions<Jobs>) {}

  run({ name, input }: JobOrder, { started }: { started: () => void }): Promise<unknown> {
    started();
    const work = async () => (this.jobs[name] as (input: unknown) => unknown)(input);
    return new Promise((resolve, reject) => {
      this.giveUp = () => reject(new WorkerEnded());
      work().then(resolve, reject);
    });
  }

  kill(): void {
    this.ended = true;
    this.giveUp();
  }
}
