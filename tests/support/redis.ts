import { fromMaker } from "./from-maker";
import { launchRedis, type RunningRedis } from "./redis-server";

export type { RunningRedis };

/** Starts an empty Redis of its own on loopback, which persists nothing. */
export async function startRedis(more: readonly string[] = []): Promise<RunningRedis> {
  await fromMaker("redis");
  return launchRedis(more);
}
