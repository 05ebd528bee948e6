/** Jobs by their names: what each is given, and what it gives. */
export type JobMap = Record<string, { input: unknown; output: unknown }>;

/** Has jobs done apart from the process that answers people. */
export interface JobRunner<Jobs extends JobMap> {
  /**
   * @param owner whose job it is: owners are served in turn, however much each of them has waiting
   * @throws RateLimited when too much is waiting, of this owner or in all; also while it waits, when others need room and this owner has most
   * @throws BadRequest what the job refuses; also when it takes more time or memory than any job may
   */
  run<Name extends keyof Jobs & string>(
    owner: string,
    name: Name,
    input: Jobs[Name]["input"],
  ): Promise<Jobs[Name]["output"]>;
  waiting?(): number;
  close(): Promise<void>;
}

const MB = 1024 * 1024;

export interface JobLimits {
  /** Computing after which a job is no longer quick: it goes on in the slow lane. */
  quickCpuMs: number;
  /** The same by the clock, for a job that leaves its process no moment to count; far longer, so that a busy machine slows nobody down. */
  quickMs: number;
  /** Computing and time after which a job is killed. */
  cpuMs: number;
  deadlineMs: number;
  /** Memory of JavaScript, and of the whole process with its pictures. */
  heapBytes: number;
  rssBytes: number;
  /** Jobs that one owner may have, and all together, and the bytes of the latter. */
  ownJobs: number;
  jobs: number;
  inputBytes: number;
  waitMs: number;
  idleMs: number;
}

export const JOB_LIMITS: JobLimits = {
  quickCpuMs: 1_000,
  quickMs: 10_000,
  cpuMs: 15_000,
  deadlineMs: 60_000,
  heapBytes: 256 * MB,
  rssBytes: 900 * MB,
  ownJobs: 16,
  jobs: 64,
  inputBytes: 128 * MB,
  waitMs: 60_000,
  idleMs: 30_000,
};
