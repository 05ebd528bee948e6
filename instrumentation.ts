/** Next calls this once at the start of a server, also for the edge runtime, which has no database. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./lib/server/instrumentation-node")).startTracing();
}

/** Next calls this for each failed page, route or action. */
export async function onRequestError(error: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") (await import("./lib/server/instrumentation-node")).logPageFailure(error);
}
