import { sendsDeliveries } from "@/lib/env";
import { hub } from "@/lib/hub";
import { tick } from "@/lib/tick";
import { startTickLoop } from "./tick-loop";

/** Makes a server that Next runs by itself send deliveries once a minute. On Vercel the cron of `vercel.json` does. */
export async function start(): Promise<void> {
  if (sendsDeliveries()) startTickLoop(async () => tick(await hub()));
}
