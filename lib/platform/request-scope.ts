import { AsyncLocalStorage } from "node:async_hooks";

/** The current request for logs, metrics and traces, without its content. */
export interface RequestScope {
  id: string;
  /** An operation of the contract or a kind of page, never a path. */
  operation: string;
  /** How the caller authenticated; `none` before that. */
  credential: string;
  /** An id or slug. */
  who: string | null;
  /** True once a page, route or action has started. Earlier failures are the request's fault. */
  reached?: boolean;
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubRequestScope?: AsyncLocalStorage<RequestScope | undefined> };

function scopes(): AsyncLocalStorage<RequestScope | undefined> {
  holder.hubRequestScope ??= new AsyncLocalStorage();
  return holder.hubRequestScope;
}

/** Undefined outside a request. */
export const requestScope = (): RequestScope | undefined => scopes().getStore();

export const inRequestScope = <Result>(scope: RequestScope, work: () => Result): Result => scopes().run(scope, work);

/**
 * Runs work outside the current request. On Node 20 `AsyncLocalStorage.exit` would toggle the hooks of all promises.
 */
export const outsideRequests = <Result>(work: () => Result): Result => scopes().run(undefined, work);
