/** Knows whether the database is away. The hub sets one up (`lib/runtime/watch-database.ts`). */
interface DatabaseWatch {
  /** Tells of a failure that looks like it. */
  suspect(error: unknown): void;
  /** True while it is away, as far as is known. */
  isAway(): boolean;
  /** Asks it, once a second at most: true where there is no connection to it. One that is merely slow is not away. */
  look(): Promise<boolean>;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubDatabaseWatch?: DatabaseWatch };

export const databaseWatch = (): DatabaseWatch | undefined => holder.hubDatabaseWatch;

export function setDatabaseWatch(watch: DatabaseWatch | undefined): void {
  holder.hubDatabaseWatch = watch;
}

/** The database gave no connection, or ended one: what failed is no mistake of the hub's own. Drivers throw it; see `isDatabaseUnavailable`. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database does not answer.", { cause });
  }
}

/** Connection exceptions, a server that is stopping or starting, no connection left. */
const SQLSTATES = /^(?:08\d{3}|57P0[1-3]|53300)$/;
/** What sockets fail with. */
const SYSTEM_CODES = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** What pg says without a code. */
const MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const MAX_CAUSES = 5;

/**
 * True where an error says that the database is away, on any of the drivers: no answer, no connection, or one that broke. A socket's code alone
 * says nothing, since file stores and mail servers fail by the same: it counts below a query that failed.
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

/** What the database or the system called it, for the log: the first code among the causes, else the class. */
export function unavailableCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return "no_answer";
}
