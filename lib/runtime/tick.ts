import { runAuditTick, runRetentionTick } from "@/lib/access/server";
import { deleteDueBrands } from "@/lib/brands/server";
import { removeUnusedFiles, watchFileStore } from "@/lib/content/server";
import type { DispatchReport } from "@/lib/integrations";
import { runCredentialTick, runDispatchTick, runNoticeTick } from "@/lib/integrations/server";
import { embeddedDirectory } from "@/lib/platform/config/env";
import { isDiskLow } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { runMailTick } from "@/lib/platform/mail/run-tick";
import { metrics } from "@/lib/platform/metrics";
import { withTimeout } from "@/lib/platform/timing";
import { inSpan } from "@/lib/platform/tracing";
import { dropPresences, runPublishTick, runVersionTick } from "@/lib/publishing/server";
import type { Ctx } from "./context";
import { contextOf, type Hub } from "./hub";
import type { Tick } from "./tick-loop";

const acting = (hub: Pick<Hub, "db" | "services">): Ctx =>
  contextOf(hub, { actor: { kind: "system", name: "tick" }, now: new Date() });

type Did = Readonly<Record<string, number>>;

/** Each can overlap with itself, here or elsewhere. */
const CHORES: Readonly<Record<string, (ctx: Ctx) => Promise<Did>>> = {
  notices: runNoticeTick,
  mails: runMailTick,
  files: removeUnusedFiles,
  store: watchFileStore,
  brands: deleteDueBrands,
  retention: runRetentionTick,
  audit: runAuditTick,
  credentials: runCredentialTick,
  presences: dropPresences,
  publishes: runPublishTick,
  versions: runVersionTick,
};

async function measured<Result extends object>(name: string, run: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  try {
    const did = await inSpan({ name: `tick ${name}`, kind: "internal" }, run);
    const durationMs = Math.round(performance.now() - startedMs);
    const line: object = { tick: name, durationMs, ...did };
    if (Object.values(did).some((figure) => figure !== 0)) log.info(line, "tick completed");
    return did;
  } catch (error) {
    metrics().tickFailures.labels(name).inc();
    throw error;
  } finally {
    metrics()
      .tickSeconds.labels(name)
      .observe((performance.now() - startedMs) / 1000);
  }
}

/**
 * The embedded database can't record what was sent, so it would be sent again. With a server, ticks continue and
 * removing unused files frees space.
 */
const isHeldUp = (): boolean => isDiskLow() && embeddedDirectory() !== null;

const WOKEN = ["deliveries", "mails"];

/** Separate, so that a slow webhook receiver delays no mail. */
export const ticksOf = (hub: Pick<Hub, "db" | "services">): Tick[] =>
  // Without `wait`, hung deliveries don't delay the next tick.
  Object.entries({ deliveries: (ctx: Ctx) => runDispatchTick(ctx, { wait: false }), ...CHORES }).map(([name, run]) => ({
    name,
    isWoken: WOKEN.includes(name),
    async run() {
      if (!isHeldUp()) await measured(name, async () => ({ ...(await run(acting(hub))) }));
    },
  }));

/** Work is leased, so a later tick repeats what is lost after this. */
const CHORES_MS = 15_000;

/** Never rejects. Stops waiting after `atMostMs`. */
async function doChores(ctx: Ctx, atMostMs: number): Promise<void> {
  const logged = Object.entries(CHORES).map(([name, run]) =>
    measured(name, () => run(ctx)).catch((err: unknown) => log.error({ err, tick: name }, "tick failed")),
  );
  await withTimeout(atMostMs, Promise.all(logged)).catch(() => {});
}

/**
 * All ticks once, for a cron. Other ticks' failures don't affect the report on deliveries.
 * @throws what the deliveries throw
 */
export async function tick(ctx: Ctx, { choresMs = CHORES_MS } = {}): Promise<DispatchReport> {
  const [dispatched] = await Promise.allSettled([
    measured("deliveries", () => runDispatchTick(ctx)),
    doChores(ctx, choresMs),
  ]);
  if (dispatched.status === "rejected") throw dispatched.reason;
  return dispatched.value;
}
