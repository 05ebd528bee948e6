/** Next calls this once when a server starts, also for the edge runtime, which has no database. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./lib/server/instrumentation-node")).startTracing();
}

/** Next tells of each request whose page, route or action failed. */
export async function onRequestError(error: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") (await import("./lib/server/instrumentation-node")).noteFailure(error);
}
