import { launchRedis, type RunningRedis } from "./redis-server";
import { sharedResource } from "./shared-resource";

export type { RunningRedis };

/** Starts an empty Redis on loopback without persistence. */
export async function startRedis(more: readonly string[] = []): Promise<RunningRedis> {
  await sharedResource("redis");
  return launchRedis(more);
}
