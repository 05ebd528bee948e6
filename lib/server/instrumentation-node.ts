import { sendsDeliveries } from "@/lib/config/env";
import { hub } from "@/lib/hub/hub";
import { ticksOf } from "@/lib/hub/tick";
import { startTickLoop } from "@/lib/hub/tick-loop";

/** Makes a server that Next runs by itself send deliveries once a minute. On Vercel the cron of `vercel.json` does. */
export async function start(): Promise<void> {
  if (sendsDeliveries()) startTickLoop(...ticksOf(hub));
}
