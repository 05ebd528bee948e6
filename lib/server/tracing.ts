import { tracesAreSent } from "@/lib/config/env";
import { ownVersion } from "@/lib/hub/own-version";
import { setTracing, tracing } from "@/lib/kernel/tracing";

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
