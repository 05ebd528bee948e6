import { isMigrated } from "@/db/migrations";
import { isStoreOfDatabase } from "@/lib/content/server";
import { LATE_MS } from "@/lib/integrations";
import { canDecryptSigningSecrets, measureBacklog } from "@/lib/integrations/server";
import { atPresent } from "@/lib/platform/context";
import { isDiskLow } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { withTimeout } from "@/lib/platform/timing";
import type { Ctx } from "./context";
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
