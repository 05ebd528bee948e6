import { BadRequest } from "@/lib/platform/errors";

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Data exception, program limit exceeded: the value is invalid. */
const VALUE_AT_FAULT = /^(22|54)/;

/** The first error with an SQLSTATE in the chain of causes; drivers and Drizzle wrap it differently. */
function databaseError(error: unknown): { code: string; constraint?: unknown } | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && SQLSTATE.test(at.code)) {
      return { code: at.code, constraint: "constraint" in at ? at.constraint : undefined };
    }
  }
  return null;
}

export const sqlStateOf = (error: unknown): string | null => databaseError(error)?.code ?? null;

export function constraintOf(error: unknown): string | null {
  const constraint = databaseError(error)?.constraint;
  return typeof constraint === "string" ? constraint : null;
}

/** True for values that PostgreSQL can't store (SQLSTATE 22xxx, 54xxx), on any driver. */
export const isUnstorable = (error: unknown): boolean => VALUE_AT_FAULT.test(sqlStateOf(error) ?? "");

/**
 * Runs database work and reports values that PostgreSQL can't store (SQLSTATE 22xxx, 54xxx) as the caller's error.
 * Backs up the contract's checks, so that such input never causes a 500.
 * @throws BadRequest with the cause
 */
export async function refusingUnstorable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnstorable(cause)) throw cause;
    throw new BadRequest("The input contains a value that can't be stored.", { cause });
  }
}
