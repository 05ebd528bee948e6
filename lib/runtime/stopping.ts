/** On `globalThis`: Next's pages, routes and actions and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubStopping?: AbortController };

function controller(): AbortController {
  holder.hubStopping ??= new AbortController();
  return holder.hubStopping;
}

/** Aborted once this process is told to stop. Start no new work then. */
export const stopping = (): AbortSignal => controller().signal;

export const beginStopping = (): void => controller().abort();
