import { RateLimited, UnsupportedFile } from "../errors";
import type { JobLimits, JobMap, JobRunner } from "./job-runner";
import { packOrder } from "./serve-jobs";
import { type Worker, WorkerEnded, WorkerNeverStarted } from "./worker";

/** First come, first served for each owner, and owners in turn: many entries of one never put another's first one behind them. */
class FairQueue<Entry extends { owner: string }> {
  /** Owners in the order of their turns, each with what they have waiting. */
  private readonly waiting = new Map<string, Entry[]>();
  private served: string | undefined;

  add(entry: Entry): void {
    const own = this.waiting.get(entry.owner);
    if (own) own.push(entry);
    else this.waiting.set(entry.owner, [entry]);
  }

  /** The first entry of the owner whose turn it is, who then comes last, also with what is added meanwhile. */
  take(): Entry | undefined {
    const [before] = this.waiting.keys();
    if (before !== undefined && before === this.served) this.moveBack(before);
    const [owner] = this.waiting.keys();
    if (owner === undefined) return undefined;
    const entry = this.waiting.get(owner)?.shift();
    this.moveBack(owner);
    this.served = owner;
    return entry;
  }

  private moveBack(owner: string): void {
    const own = this.waiting.get(owner) ?? [];
    this.waiting.delete(owner);
    if (own.length > 0) this.waiting.set(owner, own);
  }

  remove(entry: Entry): void {
    const rest = (this.waiting.get(entry.owner) ?? []).filter((other) => other !== entry);
    if (rest.length > 0) this.waiting.set(entry.owner, rest);
    else this.waiting.delete(entry.owner);
  }
}

const OWN_FULL = "Many files of yours are being checked. Wait until some of them are done, then send this one again.";
const MADE_ROOM =
  "Many files of yours are being checked, and others wait too. Wait until some of yours are done, then send this one again.";
const ALL_FULL = "The hub is checking as many files as it can. Try again in a minute.";
const TOO_COSTLY =
  "This takes more time or memory to check than any file may. Make it simpler or smaller, then try again.";
const RETRY_AFTER_SECONDS = 15;

interface Job {
  owner: string;
  name: string;
  input: unknown;
  bytes: number;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
  waiting?: NodeJS.Timeout;
  /** Where it waits; a job in a worker's hands waits nowhere. */
  queue?: FairQueue<Job>;
}

/** What ends its worker is what costs too much; one that never came up says nothing of the job. */
const refusalOf = (error: unknown): unknown =>
  error instanceof WorkerEnded && !(error instanceof WorkerNeverStarted)
    ? new UnsupportedFile("file_invalid", TOO_COSTLY, { cause: error })
    : error;

interface Run {
  job: Job;
  deadline: NodeJS.Timeout;
  overrun?: NodeJS.Timeout;
}

interface Lane {
  queue: FairQueue<Job>;
  worker?: Worker;
  /** The run under way; another one in its place makes what comes of the former void. */
  run?: Run;
  idle?: NodeJS.Timeout;
}

/**
 * Does jobs in two lanes, each by one worker. Every job starts in the quick one; what turns out to be slow goes on in the slow one, with
 * its worker, or starts again there when its turn comes. So a small file waits for a moment of each other owner at most, and never for
 * what is slow.
 */
export class JobPool<Jobs extends JobMap> implements JobRunner<Jobs> {
  private readonly quick: Lane = { queue: new FairQueue() };
  private readonly slow: Lane = { queue: new FairQueue() };
  private readonly admitted = new Set<Job>();
  private closed = false;

  constructor(
    private readonly startWorker: () => Worker,
    private readonly limits: JobLimits,
  ) {}

  run<Name extends keyof Jobs & string>(owner: string, name: Name, input: Jobs[Name]["input"]) {
    return new Promise<unknown>((resolve, reject) => {
      const bytes = typeof input === "string" ? input.length : packOrder({ name, input }).byteLength;
      this.admit({ owner, name, input, bytes, resolve, reject });
    }) as Promise<Jobs[Name]["output"]>;
  }

  waiting(): number {
    return this.admitted.size;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of [...this.admitted]) this.settle(job, () => job.reject(new Error("The hub is being stopped.")));
    for (const lane of [this.quick, this.slow]) this.dismiss(lane);
  }

  private admit(job: Job): void {
    const own = [...this.admitted].filter(({ owner }) => owner === job.owner);
    if (own.length >= this.limits.ownJobs) throw new RateLimited(RETRY_AFTER_SECONDS, OWN_FULL);
    const leaving = this.closed ? null : this.whoLeavesFor(job);
    if (!leaving) throw new RateLimited(RETRY_AFTER_SECONDS, ALL_FULL);
    for (const other of leaving) this.refuse(other, MADE_ROOM);
    this.admitted.add(job);
    this.enqueue(this.quick, job);
  }

  /** The part of all that there is room for, in number or in bytes, whichever is more. */
  private shareOf(all: readonly Job[]): number {
    const bytes = all.reduce((sum, job) => sum + job.bytes, 0);
    return Math.max(all.length / this.limits.jobs, bytes / this.limits.inputBytes);
  }

  /**
   * What has to leave so that there is room for a job: the newest that waits, of whoever has the largest share. Nobody leaves for who would
   * then have more than they, so that nobody's only job does. Null when there is no room to make.
   */
  private whoLeavesFor(job: Job): Job[] | null {
    let staying: Job[] = [...this.admitted, job];
    const leaving: Job[] = [];
    const ofOwner = (owner: string) => staying.filter((other) => other.owner === owner);
    const owners = new Set(staying.map(({ owner }) => owner));
    while (this.shareOf(staying) > 1) {
      const [most = ""] = [...owners]
        .filter((owner) => ofOwner(owner).some(({ queue }) => queue))
        .toSorted((one, other) => this.shareOf(ofOwner(other)) - this.shareOf(ofOwner(one)));
      const newest = ofOwner(most).findLast(({ queue }) => queue);
      const without = ofOwner(most).filter((other) => other !== newest);
      if (!newest || most === job.owner || this.shareOf(without) < this.shareOf(ofOwner(job.owner))) return null;
      leaving.push(newest);
      staying = staying.filter((other) => other !== newest);
    }
    return leaving;
  }

  private refuse(job: Job, sentence: string): void {
    job.queue?.remove(job);
    this.settle(job, () => job.reject(new RateLimited(RETRY_AFTER_SECONDS, sentence)));
  }

  private enqueue(lane: Lane, job: Job): void {
    job.waiting = setTimeout(() => this.refuse(job, ALL_FULL), this.limits.waitMs);
    job.queue = lane.queue;
    lane.queue.add(job);
    this.next(lane);
  }

  private settle(job: Job, tell: () => void): void {
    clearTimeout(job.waiting);
    this.admitted.delete(job);
    tell();
  }

  private next(lane: Lane): void {
    if (lane.run || this.closed) return;
    clearTimeout(lane.idle);
    const job = lane.queue.take();
    if (job) void this.work(lane, job);
    else lane.idle = setTimeout(() => this.dismiss(lane), this.limits.idleMs).unref();
  }

  private async work(first: Lane, job: Job): Promise<void> {
    const { deadlineMs, quickMs } = this.limits;
    const worker = first.worker && !first.worker.ended ? first.worker : this.startWorker();
    first.worker = worker;
    // For a process that never comes up; counted anew once it has.
    const run: Run = { job, deadline: setTimeout(() => worker.kill(), deadlineMs) };
    first.run = run;
    clearTimeout(job.waiting);
    job.queue = undefined;
    const started = () => {
      run.deadline.refresh();
      run.overrun = setTimeout(() => this.overrun(run), quickMs);
    };
    const tell = await worker
      .run({ name: job.name, input: job.input }, { started, slow: () => this.overrun(run) })
      .then(
        (output) => () => job.resolve(output),
        (error: unknown) => () => job.reject(refusalOf(error)),
      );
    clearTimeout(run.deadline);
    clearTimeout(run.overrun);
    const lane = [this.quick, this.slow].find((one) => one.run === run);
    if (!lane) return;
    lane.run = undefined;
    this.settle(job, tell);
    this.next(lane);
  }

  /** A job of the quick lane is slow: it takes its worker to the slow lane, or waits there for its turn to start again. */
  private overrun(run: Run): void {
    if (this.quick.run !== run || !this.quick.worker) return;
    const { worker } = this.quick;
    this.quick.run = undefined;
    this.quick.worker = undefined;
    if (this.slow.run) {
      worker.kill();
      this.enqueue(this.slow, run.job);
    } else {
      this.dismiss(this.slow);
      this.slow.worker = worker;
      this.slow.run = run;
    }
    this.next(this.quick);
  }

  private dismiss(lane: Lane): void {
    clearTimeout(lane.idle);
    lane.worker?.kill();
    lane.worker = undefined;
  }
}
