import type { DispatchReport } from "@/lib/deliveries";
import { runDispatchTick } from "@/lib/deliveries/server";
import { contextOf, type Hub } from "./hub";

/** One dispatch tick of this process. Safe beside any other tick, here or elsewhere. */
export function tick(hub: Hub): Promise<DispatchReport> {
  return runDispatchTick(contextOf(hub, { actor: { kind: "system", name: "tick" }, now: new Date() }));
}
