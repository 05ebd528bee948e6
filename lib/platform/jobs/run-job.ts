import type { Actor } from "../context";
import { BadRequest, RateLimited, UnsupportedFile } from "../errors";
import type { JobMap, JobRunner } from "./job-runner";

/** Whose jobs those of an actor are: a person's are theirs in whichever window, and by whichever credential. */
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

/**
 * The same failure by the classes of this copy of the modules: Next's pages have one, and the process that the jobs belong to another, whose
 * errors are a `HubError` here and nothing more.
 */
function inThisCopy(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, field, reason, retryAfterSeconds } = error as Error & Partial<RateLimited & UnsupportedFile>;
  if (code === "rate_limited" && retryAfterSeconds) return new RateLimited(retryAfterSeconds, message);
  if (code !== "bad_request") return error;
  return reason
    ? new UnsupportedFile(reason, message, { cause: error })
    : new BadRequest(message, { field, cause: error });
}

/** Has a job done for whoever acts, apart from this process. @throws RateLimited when too much is waiting; what the job refuses */
export async function runJob<Jobs extends JobMap, Name extends keyof Jobs & string>(
  { actor, jobs }: { actor: Actor; jobs: JobRunner<Jobs> },
  name: Name,
  input: Jobs[Name]["input"],
): Promise<Jobs[Name]["output"]> {
  try {
    return await jobs.run(ownerOf(actor), name, input);
  } catch (error) {
    throw inThisCopy(error);
  }
}
