import { ZodError } from "zod";
import { isUnstorable } from "@/db/errors";
import { diskFullOf } from "@/lib/platform/disk-space";
import { BadRequest, HubError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const UNSTORABLE = "Your text contains characters that can’t be stored. Remove them and try again.";

/** Null for internal errors. */
export function refusalOf(error: unknown): HubError | null {
  const diskFull = diskFullOf(error);
  if (diskFull) return diskFull;
  if (error instanceof HubError) return error;
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    const field = issue?.path.join(".") || undefined;
    return new BadRequest(issue?.message ?? "Check your input.", { field, cause: error });
  }
  if (!isUnstorable(error)) return null;
  log.warn({ err: error }, "form contained unstorable characters");
  return new BadRequest(UNSTORABLE, { cause: error });
}
