import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request under way, for the log, the metrics and the trace: never what it carries. */
export interface RequestScope {
  /** Its `X-Request-Id`. */
  id: string;
  /** An operation of the contract, or the kind of what was asked for: never a path. */
  operation: string;
  /** The kind of credential that proved the caller; `none` as long as none did. */
  credential: string;
  /** Who that is, by an id or a slug. */
  who: string | null;
  /** True once a page, route or action of the hub has begun: what fails before is the request's fault. */
  reached?: boolean;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubRequestScope?: AsyncLocalStorage<RequestScope | undefined> };

function scopes(): AsyncLocalStorage<RequestScope | undefined> {
  holder.hubRequestScope ??= new AsyncLocalStorage();
  return holder.hubRequestScope;
}

/** The request on whose behalf this runs; undefined for what the hub does of itself. */
export const requestScope = (): RequestScope | undefined => scopes().getStore();

/** Does work on behalf of a request: whatever it awaits knows its scope. */
export const inRequestScope = <Result>(scope: RequestScope, work: () => Result): Result => scopes().run(scope, work);

/** Does work that belongs to no request, though one may have caused it. Not by `exit`, which on Node 20 takes the hooks of all promises down and up again. */
export const outsideRequests = <Result>(work: () => Result): Result => scopes().run(undefined, work);
