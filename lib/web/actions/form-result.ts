import { refresh } from "next/cache";
import { unstable_rethrow } from "next/navigation";
import { ZodError } from "zod";
import { isUnstorable } from "@/db/errors";
import { logFailure, toErrorResponse } from "@/lib/api/envelope";
import type { AnonymousActor, SignedInActor } from "@/lib/platform/context";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { diskFullOf } from "@/lib/platform/disk-space";
import { BadRequest, HubError, ReauthRequired } from "@/lib/platform/errors";
import type { UserBudget } from "@/lib/platform/limits/user-budgets";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { actionContext, anonymousActionContext } from "../auth/current-user";

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
    if (refusal instanceof ReauthRequired) return { status: "error", message: refusal.message, proofNeeded: true };
    if (refusal) logFailure(refusal);
    if (refusal) return { status: "error", message: refusal.message, field: refusal.field, fields: refusal.fields };
    log.error({ err: error }, "form action failed");
    return { status: "error", message: isDatabaseUnavailable(error) ? DATABASE_AWAY : UNEXPECTED };
  }
}

/** `formResult` for people who aren't signed in, who spend the budget of changes. */
export const visitorResult = <T>(run: (ctx: Ctx<AnonymousActor>) => Promise<T>): Promise<FormResult<T>> =>
  formResult(async () => run(await anonymousActionContext()));

/** `formResult` for the signed-in user, who spends `budget`. */
export const actionResult = <T>(
  budget: UserBudget,
  run: (ctx: Ctx<SignedInActor>) => Promise<T>,
  message?: string | ((data: T) => string),
): Promise<FormResult<T>> => formResult(async () => run(await actionContext(budget)), message);

/** `actionResult` for changes, after which the page shows what is stored. */
export const changeResult: typeof actionResult = (budget, run, message) =>
  actionResult(
    budget,
    async (ctx) => {
      const data = await run(ctx);
      refresh();
      return data;
    },
    message,
  );

const NOT_KEPT = { "cache-control": "no-store" };

/** Returns the result of `run` as JSON, or the API's error envelope with the form field. */
export async function answerPage(run: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await run(), { headers: NOT_KEPT });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal?.field) return toErrorResponse(refusal ?? error);
    const { code, message, field, status } = refusal;
    return Response.json({ error: { code, message, field } }, { status, headers: NOT_KEPT });
  }
}
