import { type DispatchReport, runDispatchTick } from "@/lib/deliveries";
import { env } from "./env";
import type { Hub } from "./hub";
import { webhookSecretsOf } from "./webhook-secrets";

/** One dispatch tick with what this process is configured with. Safe beside any other tick, here or elsewhere. */
export function tick(hub: Hub): Promise<DispatchReport> {
  return runDispatchTick({
    db: hub.db,
    clock: hub.clock,
    secretsOf: webhookSecretsOf,
    random: Math.random,
    policy: { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK },
  });
}
