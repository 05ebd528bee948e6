import { env } from "@/lib/config/env";
import { webhookSecretsOf } from "@/lib/config/webhook-secrets";
import type { DispatchReport } from "@/lib/deliveries";
import { runDispatchTick } from "@/lib/deliveries/server";
import type { Hub } from "./hub";

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
