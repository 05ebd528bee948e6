import type { DispatchReport } from "@/lib/deliveries";
import { runDispatchTick } from "@/lib/deliveries/server";
import type { Hub } from "./hub";

/** One dispatch tick with what this process is configured with. Safe beside any other tick, here or elsewhere. */
export function tick({ db, services }: Hub): Promise<DispatchReport> {
  return runDispatchTick({
    db,
    clock: services.clock,
    secretsOf: services.secrets.webhook,
    random: services.random,
    policy: services.webhookPolicy,
  });
}
