import { unstable_rethrow } from "next/navigation";
import { ZodError } from "zod";
import { isUnstorable } from "@/db/errors";
import { HubError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";

/** What a form's server action answers: nothing yet, success with what it made, or a sentence for people. */
export type FormResult<T = void> =
  | { status: "idle" }
  | { status: "ok"; data: T; message?: string }
  | { status: "error"; message: string; field?: string };

const UNSTORABLE = "What you entered has characters that cannot be stored. Take them out and try again.";
const UNEXPECTED = "Something went wrong in the hub. It has been logged; please try again.";

function refusal(error: unknown): { status: "error"; message: string; field?: string } {
  if (error instanceof HubError) return { status: "error", message: error.message, field: error.field };
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    const field = issue?.path.join(".") || undefined;
    return { status: "error", message: issue?.message ?? "Please check what you entered.", field };
  }
  if (isUnstorable(error)) {
    log.warn({ err: error }, "a form held what the database cannot");
    return { status: "error", message: UNSTORABLE };
  }
  log.error({ err: error }, "a form's action failed unexpectedly");
  return { status: "error", message: UNEXPECTED };
}

/**
 * Runs a form's work and never throws at the browser: a rule that was broken (`HubError`, zod) becomes its sentence, with
 * the field at fault; anything else is logged and becomes a general one. Next's own redirects and 404s pass through.
 * @param message what to announce on success
 */
export async function formResult<T>(
  run: () => Promise<T>,
  message?: string | ((data: T) => string),
): Promise<FormResult<T>> {
  try {
    const data = await run();
    return { status: "ok", data, message: typeof message === "function" ? message(data) : message };
  } catch (error) {
    unstable_rethrow(error);
    return refusal(error);
  }
}
