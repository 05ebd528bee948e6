import { AsyncLocalStorage } from "node:async_hooks";

/** What logs, metrics and traces may know of a request. */
export interface RequestScope {
  id: string;
  /** Never a path. */
  operation: string;
  /** `none` before authentication. */
  credential: string;
  /** An id or slug. */
  who: string | null;
  /** True once a page, route or action started. Earlier failures are the request's fault. */
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

/** Runs work outside the current request. `exit` would toggle all promise hooks on Node 20. */
export const outsideRequests = <Result>(work: () => Result): Result => scopes().run(undefined, work);
