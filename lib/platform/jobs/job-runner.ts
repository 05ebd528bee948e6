import type { Actor } from "../context";
import { BadRequest, RateLimited, UnsupportedFile } from "../errors";

/** Jobs by name, each with the types of its input and output. */
export type JobMap = Record<string, { input: unknown; output: unknown }>;

export type JobFunctions<Jobs extends JobMap> = {
  [Name in keyof Jobs]: (input: Jobs[Name]["input"]) => Jobs[Name]["output"] | Promise<Jobs[Name]["output"]>;
};

export interface JobRequest {
  name: string;
  input: unknown;
}

/** Runs jobs outside the process that answers requests. */
export interface JobRunner<Jobs extends JobMap> {
  /**
   * @param owner jobs of one owner run one after the other, and owners take turns
   * @throws RateLimited when the owner or the queue has too many jobs or bytes, or the job has waited too long
   * @throws BadRequest what the job refuses; also when it takes more time or memory than a job may
   */
  run<Name extends keyof Jobs & string>(
    owner: string,
    name: Name,
    input: Jobs[Name]["input"],
  ): Promise<Jobs[Name]["output"]>;
  /** How many jobs are queued or running. */
  size?(): number;
  close(): Promise<void>;
}

const MB = 1024 * 1024;

export const JOB_LIMITS = {
  /** Jobs that run at a time. */
  workers: 2,
  /** Processor time and time by the clock after which a job is killed. */
  cpuMs: 15_000,
  deadlineMs: 60_000,
  /** Memory of JavaScript, and of the whole process. */
  heapBytes: 256 * MB,
  rssBytes: 900 * MB,
  /** Queued or running of one owner: an eighth of all. An owner's only job may have more bytes. */
  ownJobs: 16,
  ownBytes: 20 * MB,
  /** Queued or running in all. */
  jobs: 128,
  bytes: 160 * MB,
  /** How long a job may wait, and how long an idle worker is kept. */
  waitMs: 60_000,
  idleMs: 30_000,
};

export type JobLimits = typeof JOB_LIMITS;

/** A person is one owner in every window and with every credential. */
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

/** Next's pages and the server load this module separately, and another process sends plain data: errors get the classes of this copy. */
function withOwnClass(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, field, reason, retryAfterSeconds } = error as Error & Partial<RateLimited & UnsupportedFile>;
  if (code === "rate_limited" && retryAfterSeconds) return new RateLimited(retryAfterSeconds, message);
  if (code !== "bad_request") return error;
  return reason
    ? new UnsupportedFile(reason, message, { cause: error })
    : new BadRequest(message, { field, cause: error });
}

/** Runs a job for the actor. @throws what `JobRunner.run` throws */
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
