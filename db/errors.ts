import { BadRequest } from "@/lib/platform/errors";

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Data exception, program limit exceeded: the value itself is at fault. */
const VALUE_AT_FAULT = /^(22|54)/;

/** The first error in the chain of causes that carries an SQLSTATE; drivers and the query builder wrap it differently. */
function databaseError(error: unknown): { code: string; constraint?: unknown } | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && SQLSTATE.test(at.code)) {
      return { code: at.code, constraint: "constraint" in at ? at.constraint : undefined };
    }
  }
  return null;
}

/** The SQLSTATE of a failed query on any of the drivers; null when the database did not say one. */
export const sqlStateOf = (error: unknown): string | null => databaseError(error)?.code ?? null;

/** The name of the constraint that a query broke on any of the drivers; null when it broke none. */
export function constraintOf(error: unknown): string | null {
  const constraint = databaseError(error)?.constraint;
  return typeof constraint === "string" ? constraint : null;
}

/** True for what PostgreSQL cannot hold (SQLSTATE 22xxx, 54xxx), on any of the drivers. */
export const isUnstorable = (error: unknown): boolean => VALUE_AT_FAULT.test(sqlStateOf(error) ?? "");

/**
 * Runs database work and answers what PostgreSQL cannot hold (SQLSTATE 22xxx, 54xxx) as the sender's mistake.
 *
 * The last net under the contract's own checks, so that such input is never a 500. @throws BadRequest with the cause kept
 */
export async function refusingUnstorable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnstorable(cause)) throw cause;
    throw new BadRequest("The input holds a value that the database cannot hold.", { cause });
  }
}
