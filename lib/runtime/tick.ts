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
import { within } from "@/lib/platform/timing";
import { inSpan } from "@/lib/platform/tracing";
import { dropPresences, runPublishTick } from "@/lib/publishing/server";
import type { Ctx } from "./context";
import { contextOf, type Hub } from "./hub";
import type { Tick } from "./tick-loop";

const acting = (hub: Pick<Hub, "db" | "services">): Ctx =>
  contextOf(hub, { actor: { kind: "system", name: "tick" }, now: new Date() });

/** What a tick did, in figures. */
type Did = Readonly<Record<string, number>>;

/** What a hub does once a minute beside sending webhooks, each safe beside itself, here or elsewhere. */
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
};

/** Has a tick's length measured, and a line of the log where it did something. */
async function measured<Result extends object>(name: string, run: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  try {
    const did = await inSpan({ name: `tick ${name}`, kind: "internal" }, run);
    const durationMs = Math.round(performance.now() - startedMs);
    const line: object = { tick: name, durationMs, ...did };
    if (Object.values(did).some((figure) => figure !== 0)) log.info(line, "a tick did something");
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

/** While the embedded database cannot write down what was done nothing is: what is sent would be sent again. A server's goes on, and what its hub has no more use for makes room here. */
const isHeldUp = (): boolean => isDiskLow() && embeddedDirectory() !== null;

/** What sends what others write into an outbox. */
const WOKEN = ["deliveries", "mails"];

/** All that a hub does once a minute; separate, so that a slow receiver of webhooks holds up no mail. */
export const ticksOf = (hub: Pick<Hub, "db" | "services">): Tick[] =>
  // What hangs is left to itself, so that the next tick need not wait for it.
  Object.entries({ deliveries: (ctx: Ctx) => runDispatchTick(ctx, { wait: false }), ...CHORES }).map(([name, run]) => ({
    name,
    isWoken: WOKEN.includes(name),
    async run() {
      if (!isHeldUp()) await measured(name, async () => ({ ...(await run(acting(hub))) }));
    },
  }));

/** Whoever called waits no longer than this for what is no delivery; what goes on then is leased, so that a later tick repeats what is lost. */
const CHORES_MS = 15_000;

/** Does the chores, and waits for them, but no longer than that; a failure is logged. Never rejects. */
async function doChores(ctx: Ctx, atMostMs: number): Promise<void> {
  const logged = Object.entries(CHORES).map(([name, run]) =>
    measured(name, () => run(ctx)).catch((err: unknown) => log.error({ err, tick: name }, "a tick failed")),
  );
  await within(atMostMs, Promise.all(logged)).catch(() => {});
}

/**
 * All of it once, for a cron, whose answer is about the deliveries alone: no other chore's failure takes their figures away, and none that
 * hangs holds them up. @throws what the deliveries throw
 */
export async function tick(ctx: Ctx, { choresMs = CHORES_MS } = {}): Promise<DispatchReport> {
  const [dispatched] = await Promise.allSettled([
    measured("deliveries", () => runDispatchTick(ctx)),
    doChores(ctx, choresMs),
  ]);
  if (dispatched.status === "rejected") throw dispatched.reason;
  return dispatched.value;
}
