import { launchRedis, type RunningRedis } from "./redis-server";
import { sharedResource } from "./shared-resource";

export type { RunningRedis };

export async function startRedis(more: readonly string[] = []): Promise<RunningRedis> {
  await sharedResource("redis");
  return launchRedis(more);
}
