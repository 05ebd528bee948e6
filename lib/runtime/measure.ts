import { collectDefaultMetrics } from "prom-client";
import { databaseTarget } from "@/db/client";
import { PAUSE_REASONS } from "@/lib/integrations";
import { type Backlog, measureBacklog } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { atPresent } from "@/lib/platform/context";
import { databaseWatch } from "@/lib/platform/database-watch";
import { diskSpace } from "@/lib/platform/disk-space";
import { metrics } from "@/lib/platform/metrics";
import { withTimeout } from "@/lib/platform/timing";
import { ownVersion } from "./data-directory";
import { contextOf, type Hub } from "./hub";
import { CHECK_NAMES, unreadiness } from "./readiness";
import { tickAgeMs } from "./tick-loop";

const BACKLOG_KEPT_MS = 15_000;
const BACKLOG_WITHIN_MS = 2_000;
/** Concurrent scrapes share a result. */
const KEPT_MS = 1_000;

let backlog: { atMs: number; measured: Promise<Backlog | null> } | undefined;

/** Null if the database doesn't answer. */
function backlogOf(hub: Hub): Promise<Backlog | null> {
  if (!backlog || performance.now() - backlog.atMs > BACKLOG_KEPT_MS) {
    const ctx = contextOf(hub, { actor: { kind: "system", name: "metrics" }, now: new Date() });
    const measured = databaseWatch()?.isAway() ? Promise.resolve(null) : atPresent(ctx).then(measureBacklog);
    backlog = { atMs: performance.now(), measured: withTimeout(BACKLOG_WITHIN_MS, measured).catch(() => null) };
  }
  return backlog.measured;
}

/** NaN, because 0 would be a measurement. */
const orUnknown = (value: number | null | undefined): number => value ?? Number.NaN;

async function refresh(hub: Hub): Promise<void> {
  const all = metrics();
  const [waiting, failing] = await Promise.all([backlogOf(hub), unreadiness(hub)]);
  all.deliveriesPending.set(orUnknown(waiting?.pending));
  all.deliveriesDue.set(orUnknown(waiting?.due));
  for (const name of PAUSE_REASONS) {
    const paused = waiting?.paused.filter(({ reason }) => reason === name);
    all.deliveriesHeld.labels(name).set(orUnknown(paused?.reduce((sum, { due }) => sum + due, 0)));
  }
  all.oldestDueSeconds.set(orUnknown(waiting && waiting.oldestDueMs / 1000));
  for (const name of CHECK_NAMES) all.ready.labels(name).set(failing.includes(name) ? 0 : 1);
  const pool = hub.database.pool?.();
  if (pool) {
    all.poolConnections.labels("idle").set(pool.idle);
    all.poolConnections.labels("used").set(pool.total - pool.idle);
  }
  all.poolWaiting.set(orUnknown(pool?.waiting));
  const hears = hub.wakeUps.isListening();
  all.notifyListening.set(orUnknown(hears === null ? null : Number(hears)));
  const age = tickAgeMs();
  all.tickStalestSeconds.set(orUnknown(age && age / 1000));
  all.limiterFallback.set(hub.services.limits.isLocal ? 1 : 0);
  all.jobs.set(hub.services.jobs.size());
  all.diskFreeBytes.set(orUnknown(diskSpace()?.freeBytes));
}

function declareOnce(): void {
  const { registry, buildInfo } = metrics();
  if (registry.getSingleMetric("process_cpu_seconds_total")) return;
  collectDefaultMetrics({ register: registry });
  buildInfo.labels(ownVersion(), process.version, databaseTarget(env).driver).set(1);
}

let kept: { atMs: number; text: Promise<string> } | undefined;

/** Prometheus' format. Costs about two statements per 15 seconds, however often it is called. */
export function exposition(hub: Hub): Promise<string> {
  if (!kept || performance.now() - kept.atMs > KEPT_MS) {
    declareOnce();
    const text = refresh(hub).then(() => metrics().registry.metrics());
    kept = { atMs: performance.now(), text };
    text.catch(() => {
      kept = undefined;
    });
  }
  return kept.text;
}
