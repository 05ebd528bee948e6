import { tracesAreSent } from "@/lib/platform/config/env";
import { setTracing, tracing } from "@/lib/platform/tracing";
import { ownVersion } from "@/lib/runtime/data-directory";

/**
 * Starts tracing if the environment names a collector; otherwise loads nothing of OpenTelemetry. Safe to call
 * repeatedly.
 */
export async function startTracing(): Promise<void> {
  if (tracing() || !tracesAreSent()) return;
  const { startOpenTelemetry } = await import("./open-telemetry");
  setTracing(startOpenTelemetry(ownVersion()));
}

export async function stopTracing(): Promise<void> {
  await tracing()?.stop();
  setTracing(undefined);
}
