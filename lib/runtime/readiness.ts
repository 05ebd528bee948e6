import { collectDefaultMetrics } from "prom-client";
import { databaseTarget } from "@/db/client";
import { isMigrated } from "@/db/migrations";
import { isStoreOfDatabase } from "@/lib/content/server";
import { LATE_MS, PAUSE_REASONS } from "@/lib/integrations";
import { type Backlog, canDecryptSigningSecrets, measureBacklog } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { atPresent } from "@/lib/platform/context";
import { databaseWatch } from "@/lib/platform/database-watch";
import { diskSpace, isDiskLow } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { outsideRequests } from "@/lib/platform/request-scope";
import { withTimeout } from "@/lib/platform/timing";
import type { Ctx } from "./context";
import { ownVersion } from "./data-directory";
import { contextOf, type Hub } from "./hub";
import { stopping } from "./stopping";
import { tickAgeMs } from "./tick-loop";

const ANSWER_WITHIN_MS = 2_000;
/** How long a failure is cached, if shorter than `keptMs`. */
const SILENCE_KEPT_MS = 1_000;
/** Ticks run every minute and take less. */
const OLDEST_TICK_MS = 5 * 60_000;

interface Check {
  passes(hub: Hub): Promise<boolean>;
  /** Cached, because anybody can call the probes. */
  keptMs: number;
}

const acting = (hub: Hub): Ctx => contextOf(hub, { actor: { kind: "system", name: "readiness" }, now: new Date() });

async function answers(check: Promise<unknown>): Promise<boolean> {
  await check;
  return true;
}

async function countsForAll({ services: { limits } }: Hub): Promise<boolean> {
  await limits.take("readiness:probe", { limit: 1, windowMs: 1_000 });
  return !limits.isLocal;
}

const CHECKS = {
  database: { keptMs: 1_000, passes: ({ db, services }) => answers(services.clock(db)) },
  migrations: { keptMs: 5_000, passes: ({ db }) => isMigrated(db) },
  storage: { keptMs: 5_000, passes: ({ services }) => answers(services.storage.probe()) },
  limiter: { keptMs: 5_000, passes: countsForAll },
  files: { keptMs: 15_000, passes: (hub) => isStoreOfDatabase(acting(hub)) },
  encryption: { keptMs: 5_000, passes: async (hub) => canDecryptSigningSecrets(await atPresent(acting(hub))) },
  disk: { keptMs: 0, passes: async () => !isDiskLow() },
  ticks: { keptMs: 0, passes: async () => (tickAgeMs() ?? 0) < OLDEST_TICK_MS },
  deliveries: {
    keptMs: 15_000,
    passes: async (hub) => (await measureBacklog(await atPresent(acting(hub)))).oldestDueMs < LATE_MS,
  },
} satisfies Record<string, Check>;

type CheckName = keyof typeof CHECKS;

export const CHECK_NAMES = Object.keys(CHECKS) as readonly CheckName[];

export type Unready = CheckName | "stopping";

/** Checks that need a reachable database. */
const BY_DATABASE: readonly CheckName[] = ["migrations", "files", "encryption", "deliveries"];

const kept = new WeakMap<Hub, Map<CheckName, { untilMs: number; passes: Promise<boolean> }>>();

/** A hung check isn't repeated before it ends. */
function ask(hub: Hub, name: CheckName): Promise<boolean> {
  const answersOfHub = kept.get(hub) ?? new Map<CheckName, { untilMs: number; passes: Promise<boolean> }>();
  kept.set(hub, answersOfHub);
  const known = answersOfHub.get(name);
  if (known && performance.now() < known.untilMs) return known.passes;
  const { passes, keptMs }: Check = CHECKS[name];
  const entry = { untilMs: Number.POSITIVE_INFINITY, passes: Promise.resolve(false) };
  const keep = (passed: boolean, ms: number) => {
    // Also after the timeout.
    Object.assign(entry, { untilMs: performance.now() + ms, passes: Promise.resolve(passed) });
    return passed;
  };
  const running = passes(hub).then(
    (passed) => keep(passed, keptMs),
    () => keep(false, Math.min(keptMs, SILENCE_KEPT_MS)),
  );
  entry.passes = withTimeout(ANSWER_WITHIN_MS, running).catch(() => false);
  answersOfHub.set(name, entry);
  return entry.passes;
}

const told = new WeakMap<Hub, readonly CheckName[]>();

/** Checks that weren't run keep their last result. */
function tellChange(hub: Hub, checked: readonly CheckName[], failing: readonly Unready[]): void {
  const before = told.get(hub) ?? [];
  const problems = CHECK_NAMES.filter((name) => (checked.includes(name) ? failing : before).includes(name));
  if (problems.join() === before.join()) return;
  told.set(hub, problems);
  if (problems.length > 0) log.warn({ problems }, `the hub is not ready: ${problems.join(", ")}`);
  else log.info("the hub is ready again");
}

/** The failing checks. Cheap: they have a timeout and are cached. `besides` are skipped. */
export async function unreadiness(
  hub: Hub,
  { besides = [] }: { besides?: readonly string[] } = {},
): Promise<Unready[]> {
  const wanted = CHECK_NAMES.filter((name) => !besides.includes(name));
  const failing = async (names: CheckName[]): Promise<Unready[]> => {
    const passed = await Promise.all(names.map((name) => ask(hub, name)));
    return names.filter((_, index) => !passed[index]);
  };
  const ends: Unready[] = stopping().aborted ? ["stopping"] : [];
  const direct = wanted.filter((name) => !BY_DATABASE.includes(name));
  const first = await failing(direct);
  const rest = first.includes("database") ? [] : wanted.filter((name) => BY_DATABASE.includes(name));
  const then = await failing(rest);
  outsideRequests(() => tellChange(hub, [...direct, ...rest], [...first, ...then]));
  return [...ends, ...first, ...then];
}

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

let measured: { atMs: number; text: Promise<string> } | undefined;

/** Prometheus' format. Costs about two statements per 15 seconds, however often it is called. */
export function exposition(hub: Hub): Promise<string> {
  if (!measured || performance.now() - measured.atMs > KEPT_MS) {
    declareOnce();
    const text = refresh(hub).then(() => metrics().registry.metrics());
    measured = { atMs: performance.now(), text };
    text.catch(() => {
      measured = undefined;
    });
  }
  return measured.text;
}
