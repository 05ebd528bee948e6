import { unstable_rethrow } from "next/navigation";
import { logFailure } from "@/lib/api/envelope";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { ProofNeeded } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { refusalOf } from "./refusal";

export type FormResult<T = void> =
  | { status: "idle" }
  | { status: "ok"; data: T; message?: string }
  /** With `proofNeeded`, the same request works after re-authentication. */
  | {
      status: "error";
      message: string;
      field?: string;
      fields?: Readonly<Record<string, string>>;
      proofNeeded?: boolean;
    };

const UNEXPECTED = "Something went wrong in the hub, and the error was logged. Try again.";
const DATABASE_AWAY = "The hub’s database isn’t responding, so nothing was saved. Try again in a minute.";

/**
 * Never throws to the browser. A `HubError` or zod error becomes its message and field; anything else is logged and
 * becomes a general message. Next's redirects and 404s pass through.
 * @param message announced on success
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
    const refusal = refusalOf(error);
    if (refusal instanceof ProofNeeded) return { status: "error", message: refusal.message, proofNeeded: true };
    if (refusal) logFailure(refusal);
    if (refusal) return { status: "error", message: refusal.message, field: refusal.field, fields: refusal.fields };
    log.error({ err: error }, "form action failed");
    return { status: "error", message: isDatabaseUnavailable(error) ? DATABASE_AWAY : UNEXPECTED };
  }
}
