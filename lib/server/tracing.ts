import { tracesAreSent } from "@/lib/platform/config/env";
import { setTracing, tracing } from "@/lib/platform/tracing";
import { ownVersion } from "@/lib/runtime/own-version";

/** Has this process traced where the environment names a collector; elsewhere nothing of OpenTelemetry is loaded. Once, however often it is called. */
export async function startTracing(): Promise<void> {
  if (tracing() || !tracesAreSent()) return;
  const { startOpenTelemetry } = await import("./open-telemetry");
  setTracing(startOpenTelemetry(ownVersion()));
}

export async function stopTracing(): Promise<void> {
  await tracing()?.stop();
  setTracing(undefined);
}
