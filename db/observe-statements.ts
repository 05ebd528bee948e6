import { DrizzleQueryError } from "drizzle-orm";
import { inStatement } from "@/lib/platform/statements";
import type { Database } from "./database";

interface Session {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): { execute(...given: unknown[]): Promise<unknown> };
  transaction(work: (tx: { session: Session }) => Promise<unknown>, config?: unknown): Promise<unknown>;
}

/**
 * Drizzle puts every value into a statement's error and message. Removes them, because code such as Next's prints
 * errors.
 */
export function withoutValues(error: unknown): never {
  if (error instanceof DrizzleQueryError) {
    const message = `Failed query: ${error.query}`;
    const stack = error.stack?.replace(error.message, () => message);
    Object.assign(error, { message, stack, params: [] });
    // The server's detail quotes the row, and some drivers repeat the values.
    const cause: object = error.cause instanceof Error ? error.cause : {};
    for (const name of ["detail", "where", "params"]) if (name in cause) Object.assign(cause, { [name]: undefined });
  }
  throw error;
}

const observed = new WeakSet<Session>();

function observeSession(session: Session): void {
  if (observed.has(session)) return;
  observed.add(session);
  const { prepareQuery, transaction } = session;
  session.prepareQuery = function prepareObserved(query, ...rest) {
    const prepared = prepareQuery.call(this, query, ...rest);
    const { execute } = prepared;
    prepared.execute = (...given) => inStatement(query.sql, () => execute.apply(prepared, given).catch(withoutValues));
    return prepared;
  };
  session.transaction = function transactObserved(work, config) {
    const within = (tx: { session: Session }) => {
      observeSession(tx.session);
      return work(tx);
    };
    return transaction.call(this, within, config);
  };
}

/**
 * Measures each statement of a database, also in transactions. Sees texts only, never values, and removes values
 * from errors.
 */
export function observeStatements(db: Database): void {
  observeSession((db as unknown as { session: Session }).session);
}
