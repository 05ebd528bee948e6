import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

function whyNot(error: unknown): string {
  if (error instanceof RateLimited) return "the hub has too much to do at the moment: download the kit again later";
  if (error instanceof BadRequest) return "cannot be drawn";
  log.error({ err: error }, "part of a download kit failed");
  return "something went wrong in the hub: download the kit again later";
}

/** Gives what `work` makes, or in a few words why not. Never rejects: the download has begun, and goes on without this. */
export async function attempt<Made>(work: () => Promise<Made>): Promise<{ made?: Made; why?: string }> {
  try {
    return { made: await work() };
  } catch (error) {
    return { why: whyNot(error) };
  }
}

/** All that a part gives before it fails, then why the rest is missing. */
export async function* untilFailure<File>(
  name: string,
  part: AsyncGenerator<File, string[]>,
): AsyncGenerator<File, string[]> {
  try {
    return yield* part;
  } catch (error) {
    return [`${name}, files that are missing: ${whyNot(error)}.`];
  }
}
