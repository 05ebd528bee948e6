import { RateLimited, UnsupportedFile } from "../errors";
import type { JobLimits, JobMap, JobRequest, JobRunner } from "./job-runner";
import { type Worker, WorkerEnded } from "./worker";

const OWN_FULL = "You have too many files in the upload queue. Try again when some of them are done.";
const ALL_FULL = "The upload queue is full. Try again in a minute.";
const TOO_COSTLY = "This takes too much time or memory to process. Make it simpler or smaller, then try again.";
const RETRY_AFTER_SECONDS = 15;

interface Job extends JobRequest {
  owner: string;
  bytes: number;
  /** The lowest round goes first. An owner has at most one job in each. */
  round: number;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
  /** Ends the wait or the run. */
  timer?: NodeJS.Timeout;
  worker?: Worker;
}

const bytesOf = (jobs: readonly Job[]): number => jobs.reduce((sum, { bytes }) => sum + bytes, 0);

/** Bytes of all files and texts in an input. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value ?? {}).reduce<number>((sum, part) => sum + sizeOf(part), 0);
}

/** A worker that ended during a job was killed for using too much. */
const refusalOf = (error: unknown): unknown =>
  error instanceof WorkerEnded ? new UnsupportedFile("file_invalid", TOO_COSTLY, { cause: error }) : error;

/** A fair queue for a few workers. Owners take turns, each with at most one running job. */
export class JobPool<Jobs extends JobMap> implements JobRunner<Jobs> {
  /** Queued and running, in order of arrival. */
  private readonly jobs = new Set<Job>();
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  private round = 0;
  private closed = false;

  constructor(
    private readonly startWorker: () => Worker,
    private readonly limits: JobLimits,
  ) {}

  run<Name extends keyof Jobs & string>(owner: string, name: Name, input: Jobs[Name]["input"]) {
    return new Promise<unknown>((resolve, reject) =>
      this.enqueue({ owner, name, input, bytes: sizeOf(input), round: this.round, resolve, reject }),
    ) as Promise<Jobs[Name]["output"]>;
  }

  size(): number {
    return this.jobs.size;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.jobs) {
      this.remove(job);
      job.reject(new Error("The hub is stopping."));
      job.worker?.kill();
    }
    for (const worker of this.idle.keys()) this.dismiss(worker);
  }

  private enqueue(job: Job): void {
    const { ownJobs, ownBytes, jobs, bytes, waitMs } = this.limits;
    const all = [...this.jobs];
    const own = all.filter(({ owner }) => owner === job.owner);
    const isOverOwn = own.length >= ownJobs || bytesOf([...own, job]) > ownBytes;
    if (own.length > 0 && isOverOwn) throw new RateLimited(RETRY_AFTER_SECONDS, OWN_FULL);
    if (this.closed || all.length >= jobs || bytesOf([...all, job]) > bytes)
      throw new RateLimited(RETRY_AFTER_SECONDS, ALL_FULL);
    job.round = Math.max(this.round, ...own.map(({ round }) => round + 1));
    job.timer = setTimeout(() => {
      this.remove(job);
      job.reject(new RateLimited(RETRY_AFTER_SECONDS, ALL_FULL));
    }, waitMs);
    this.jobs.add(job);
    this.startNext();
  }

  private remove(job: Job): void {
    clearTimeout(job.timer);
    this.jobs.delete(job);
  }

  private startNext(): void {
    const all = [...this.jobs];
    const running = all.filter(({ worker }) => worker);
    const busy = new Set(running.map(({ owner }) => owner));
    const [next] = all.filter(({ owner }) => !busy.has(owner)).toSorted((one, other) => one.round - other.round);
    if (next && running.length < this.limits.workers) void this.start(next);
  }

  private async start(job: Job): Promise<void> {
    const worker = [...this.idle.keys()].at(-1) ?? this.startWorker();
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    clearTimeout(job.timer);
    this.round = job.round;
    job.worker = worker;
    job.timer = setTimeout(() => worker.kill(), this.limits.deadlineMs);
    const { name, input, resolve, reject } = job;
    await worker.run({ name, input }).then(resolve, (error: unknown) => reject(refusalOf(error)));
    this.remove(job);
    if (!worker.ended) this.idle.set(worker, setTimeout(() => this.dismiss(worker), this.limits.idleMs).unref());
    this.startNext();
  }

  private dismiss(worker: Worker): void {
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    worker.kill();
  }
}
