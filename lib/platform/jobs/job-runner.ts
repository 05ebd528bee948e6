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

/** Runs jobs outside the process that serves requests. */
export interface JobRunner<Jobs extends JobMap> {
  /**
   * @param owner runs one job at a time; owners take turns
   * @throws RateLimited if the queue or the owner's part is full, or the job waited too long
   * @throws BadRequest if the job refuses its input or uses too much time or memory
   */
  run<Name extends keyof Jobs & string>(
    owner: string,
    name: Name,
    input: Jobs[Name]["input"],
  ): Promise<Jobs[Name]["output"]>;
  size?(): number;
  close(): Promise<void>;
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

/** A person is one owner in all windows and with all credentials. */
function ownerOf(actor: Actor): string {
  switch (actor.kind) {
    case "user":
    case "federation":
      return actor.userId;
    case "api-key":
      return actor.apiKeyId;
    case "tool":
      return actor.toolSlug;
    case "system":
      return actor.name;
    case "anonymous":
      return "anonymous";
  }
}

/** Errors from other copies of this module or from workers get this copy's classes. */
function withOwnClass(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, field, reason, retryAfterSeconds } = error as Error & Partial<RateLimited & UnsupportedFile>;
  if (code === "rate_limited" && retryAfterSeconds) return new RateLimited(retryAfterSeconds, message);
  if (code !== "bad_request") return error;
  return reason
    ? new UnsupportedFile(reason, message, { cause: error })
    : new BadRequest(message, { field, cause: error });
}

/** @throws as `JobRunner.run` */
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
