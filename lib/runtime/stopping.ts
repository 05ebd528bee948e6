/** `globalThis`, because Next gives pages, routes, actions and instrumentation each their own copy of a module. */
const holder = globalThis as typeof globalThis & { hubStopping?: AbortController };

function controller(): AbortController {
  holder.hubStopping ??= new AbortController();
  return holder.hubStopping;
}

/** Aborted once this process was told to stop: whoever sends it work is to look elsewhere from then on, and nothing new is begun. */
export const stopping = (): AbortSignal => controller().signal;

/** Says that this process stops, for good. */
export const beginStopping = (): void => controller().abort();
