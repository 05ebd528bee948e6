/** Created in `lib/runtime/watch-database.ts`. */
interface DatabaseWatch {
  /** Reports an error that may mean an outage. */
  suspect(error: unknown): void;
  isAway(): boolean;
  /** True if no connection is possible; a slow database isn't away. Asks at most once a second. */
  look(): Promise<boolean>;
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubDatabaseWatch?: DatabaseWatch };

export const databaseWatch = (): DatabaseWatch | undefined => holder.hubDatabaseWatch;

export function setDatabaseWatch(watch: DatabaseWatch | undefined): void {
  holder.hubDatabaseWatch = watch;
}

/** Thrown by drivers when a connection is refused or ends. Test with `isDatabaseUnavailable`. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database does not answer.", { cause });
  }
}

/** Connection exceptions, server stopping or starting, too many connections. */
const SQLSTATES = /^(?:08\d{3}|57P0[1-3]|53300)$/;
const SYSTEM_CODES = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** Errors that `pg` throws without a code. */
const MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const MAX_CAUSES = 5;

/**
 * True if the database is unreachable, for any driver. Socket codes count only in a failed query: file stores and
 * mail servers use them too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let inQuery = false;
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if (at instanceof DatabaseUnavailable || at.name === "DatabaseUnavailable") return true;
    inQuery ||= "query" in at && "params" in at;
    const code = "code" in at ? String(at.code) : "";
    if (SQLSTATES.test(code) || MESSAGES.test(at.message) || (inQuery && SYSTEM_CODES.test(code))) return true;
  }
  return false;
}

/** The first code among the causes, else `no_answer`. */
export function unavailableCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return "no_answer";
}
