import type { Actor } from "../context";
import { BadRequest, RateLimited, UnsupportedFile } from "../errors";

export type JobMap = Record<string, { input: unknown; output: unknown }>;

export type JobFunctions<Jobs extends JobMap> = {
  [Name in keyof Jobs]: (input: Jobs[Name]["input"]) => Jobs[Name]["output"] | Promise<Jobs[Name]["output"]>;
};

export interface JobRequest {
  name: string;
  input: unknown;
}

const MB = 1024 * 1024;

export const JOB_LIMITS = {
  workers: 2,
  /** Processor time and elapsed time after which a job is killed. */
  cpuMs: 15_000,
  deadlineMs: 60_000,
  /** JavaScript heap, and the whole process. */
  heapBytes: 256 * MB,
  rssBytes: 900 * MB,
  /** Queued or running per owner: an eighth of all. An owner's only job can be larger. */
  ownJobs: 16,
  ownBytes: 20 * MB,
  /** Queued or running in total. */
  jobs: 128,
  bytes: 160 * MB,
  waitMs: 60_000,
  idleMs: 30_000,
};

export type JobLimits = typeof JOB_LIMITS;

export interface Worker {
  readonly ended: boolean;
  /** @throws WorkerEnded if it ends before the job */
  run(request: JobRequest): Promise<unknown>;
  kill(): void;
}

export class WorkerEnded extends Error {}

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

/** A fair queue for a few workers. Owners take turns, each with at most one running job. */
export class JobPool<Jobs extends JobMap> {
  /** Queued and running, in order of arrival. */
  private readonly jobs = new Set<Job>();
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  private round = 0;
  private closed = false;
  readonly size = (): number => this.jobs.size;

  constructor(
    private readonly startWorker: () => Worker,
    private readonly limits: JobLimits,
  ) {}

  /**
   * @throws RateLimited if the queue or the owner's part is full, or the job waited too long
   * @throws BadRequest if the job refuses its input or uses too much time or memory
   */
  run<Name extends keyof Jobs & string>(owner: string, name: Name, input: Jobs[Name]["input"]) {
    return new Promise<unknown>((resolve, reject) =>
      this.enqueue({ owner, name, input, bytes: sizeOf(input), round: this.round, resolve, reject }),
    ) as Promise<Jobs[Name]["output"]>;
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
    void this.startNext();
  }

  private remove(job: Job): void {
    clearTimeout(job.timer);
    this.jobs.delete(job);
  }

  private async startNext(): Promise<void> {
    const all = [...this.jobs];
    const running = all.filter(({ worker }) => worker);
    const busy = new Set(running.map(({ owner }) => owner));
    const [job] = all.filter(({ owner }) => !busy.has(owner)).toSorted((one, other) => one.round - other.round);
    if (!job || running.length >= this.limits.workers) return;
    const worker = [...this.idle.keys()].at(-1) ?? this.startWorker();
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    clearTimeout(job.timer);
    this.round = job.round;
    job.worker = worker;
    job.timer = setTimeout(() => worker.kill(), this.limits.deadlineMs);
    const { name, input, resolve, reject } = job;
    try {
      resolve(await worker.run({ name, input }));
    } catch (cause) {
      reject(cause instanceof WorkerEnded ? new UnsupportedFile("file_invalid", TOO_COSTLY, { cause }) : cause);
    }
    this.remove(job);
    if (!worker.ended) this.idle.set(worker, setTimeout(() => this.dismiss(worker), this.limits.idleMs).unref());
    void this.startNext();
  }

  private dismiss(worker: Worker): void {
    this.idle.delete(worker);
    worker.kill();
  }
}

export type JobRunner<Jobs extends JobMap> = Pick<JobPool<Jobs>, "run" | "size" | "close">;

/** A person is one owner in all windows and with all credentials. */
function ownerOf(actor: Actor): string {
  if (actor.kind === "user" || actor.kind === "federation") return actor.userId;
  if (actor.kind === "api-key") return actor.apiKeyId;
  if (actor.kind === "tool") return actor.toolSlug;
  return actor.kind === "system" ? actor.name : actor.kind;
}

/** Errors from other copies of this module or from workers get this copy's classes. */
function withOwnClass(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const { message, code, field, reason, retryAfterSeconds } = cause as Error & Partial<RateLimited & UnsupportedFile>;
  if (code === "rate_limited" && retryAfterSeconds) return new RateLimited(retryAfterSeconds, message);
  if (code !== "bad_request") return cause;
  return reason ? new UnsupportedFile(reason, message, { cause }) : new BadRequest(message, { field, cause });
}

/** @throws as `JobPool.run` */
export async function runJob<Jobs extends JobMap, Name extends keyof Jobs & string>(
  { actor, jobs }: { actor: Actor; jobs: JobRunner<Jobs> },
  name: Name,
  input: Jobs[Name]["input"],
): Promise<Jobs[Name]["output"]> {
  try {
    return await jobs.run(ownerOf(actor), name, input);
  } catch (error) {
    throw withOwnClass(error);
  }
}
