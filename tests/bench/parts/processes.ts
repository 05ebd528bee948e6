import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { requireRedis } from "../../run/find-tools.mjs";
import type { HubProcess } from "../../support/hub-process";
import { launchRedis } from "../../support/redis-server";
import { type Measure, type Measured, type Pair, type Part, type ResourceStack, WARM_SECONDS } from "../part";
import { openBenchDatabase, startBenchHub } from "../postgres-hub";
import { loadOf } from "../wrk";
import { posting } from "./events";

const KB = 1024;
const BRANDS = 500;
const COUNTS = [2, 4];
/**
 * Connections per process. The single process gets as many in total. Several processes are for many connections, so
 * only those have the goal.
 */
const LOADS = [{ each: 32, goal: { atLeast: 0.9 } }, { each: 8 }];
/** Of Linux's `/proc`. */
const TICKS_PER_SECOND = 100;
const SETTLED_MS = 100;

/** CPU time of the processes so far, in milliseconds. */
async function cpuMs(hubs: HubProcess[]): Promise<number> {
  const times = hubs.map(async ({ process: { pid } }) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  });
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}

/** Runs a load on several processes at once, and measures CPU time per request. */
function over(
  hubs: HubProcess[],
  connections: number,
  measureOne: (baseUrl: string, connections: number) => Measure,
): Measure {
  const measures = hubs.map(({ baseUrl }) => measureOne(baseUrl, connections / hubs.length));
  return async (seconds): Promise<Measured> => {
    const before = await cpuMs(hubs);
    const measured = await Promise.all(measures.map((measure) => measure(seconds)));
    const requests = measured.reduce((sum, each) => sum + (each.requests ?? 0), 0);
    return {
      value: measured.reduce((sum, each) => sum + each.value, 0),
      requests,
      p99Ms: Math.max(...measured.map(({ p99Ms = 0 }) => p99Ms)),
      beside: { "CPU ms per request": ((await cpuMs(hubs)) - before) / requests },
    };
  };
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  const { url, db, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const ids = await addBrands(BRANDS, 13 * KB);
  await requireRedis();
  const redis = stack.add(await launchRedis([]), (server) => server.stop());
  const start = () => startBenchHub(stack, url, { REDIS_URL: redis.url });
  const hubs: HubProcess[] = [];
  while (hubs.length < Math.max(...COUNTS)) hubs.push(await start());
  const stored = async () =>
    (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from events`))[0]?.count ?? 0;
  /** Waits for requests cut off at the end of a load. */
  const settled = async () => {
    let count = await stored();
    for (let before = -1; before !== count; ) {
      await delay(SETTLED_MS);
      before = count;
      count = await stored();
    }
    return count;
  };

  const reading = (baseUrl: string, connections: number): Measure => {
    const paths = ids.map((id) => `/api/public/v1/brand/by-id/${id}/bundle?since=1`);
    return loadOf({ baseUrl, paths, headers: toolHeaders, connections });
  };
  const sending = (baseUrl: string, connections: number): Measure =>
    posting({ baseUrl, path: "/api/public/v1/events", headers: toolHeaders, brands: ids, connections });
  /** Asserts that every acknowledged event is stored once. Only requests cut off at the end can add more. */
  const counted =
    (connections: number, measure: Measure): Measure =>
    async (seconds) => {
      const before = await settled();
      const measured = await measure(seconds);
      const acknowledged = measured.requests ?? 0;
      const more = (await settled()) - before - acknowledged;
      if (more < 0 || more > connections)
        throw new Error(`${more} more events are stored than the ${acknowledged} acknowledged`);
      return measured;
    };
  for (const hub of hubs) for (const measureOne of [reading, sending]) await measureOne(hub.baseUrl, 32)(WARM_SECONDS);
  const [alone] = hubs;
  if (!alone) throw new Error("no hub runs");
  return COUNTS.flatMap((count) =>
    LOADS.flatMap(({ each, goal }): Pair[] => {
      const connections = each * count;
      const some = hubs.slice(0, count);
      const events = (by: HubProcess[]) => counted(connections, over(by, connections, sending));
      const by = `${count} processes with Redis, ${each} connections each`;
      return [
        {
          what: `bundle, since matches, ${by}`,
          unit: "requests/s",
          goal,
          anchor: { what: "one process", measure: over([alone], connections, reading) },
          hub: over(some, connections, reading),
        },
        {
          what: `v1 event, new key, ${by}`,
          unit: "requests/s",
          goal,
          anchor: { what: "one process", measure: events([alone]) },
          hub: events(some),
        },
      ];
    }),
  );
}

export const processes: Part = {
  name: "processes",
  what: "Several processes on one PostgreSQL and one Redis, against one process",
  open,
};
