import { removeUnusedFiles } from "@/lib/assets/server";
import { runAuditTick } from "@/lib/audit/server";
import { deleteDueBrands } from "@/lib/brands/server";
import type { DispatchReport } from "@/lib/deliveries";
import { runDispatchTick } from "@/lib/deliveries/server";
import type { Ctx } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { runMailTick } from "@/lib/mail/server";
import { runRetentionTick } from "@/lib/retention/server";
import { contextOf, type Hub } from "./hub";

const acting = (hub: Hub): Ctx => contextOf(hub, { actor: { kind: "system", name: "tick" }, now: new Date() });

/** What a hub does once a minute, each safe beside itself, here or elsewhere; separate, so that a slow receiver of webhooks holds up no mail. */
export const ticksOf = (hub: () => Promise<Hub>): (() => Promise<unknown>)[] => [
  async () => runDispatchTick(acting(await hub())),
  async () => runMailTick(acting(await hub())),
  async () => removeUnusedFiles(acting(await hub())),
  async () => deleteDueBrands(acting(await hub())),
  async () => runRetentionTick(acting(await hub())),
  async () => runAuditTick(acting(await hub())),
];

/** Whoever called waits no longer than this for what is no delivery; what goes on then is leased, so that a later tick repeats what is lost. */
const CHORES_MS = 15_000;

/** Waits for the chores, but no longer than that; a failure is logged. Never rejects. */
async function settle(chores: Readonly<Record<string, Promise<unknown>>>, atMostMs: number): Promise<void> {
  const logged = Object.entries(chores).map(([chore, done]) =>
    done.catch((err: unknown) => log.error({ err, chore }, "a chore of the tick failed")),
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, atMostMs);
  });
  await Promise.race([Promise.all(logged), tooLong]);
  clearTimeout(timer);
}

/**
 * All of it once, for a cron, whose answer is about the deliveries alone: no other chore's failure takes their figures away, and none that
 * hangs holds them up. @throws what the deliveries throw
 */
export async function tick(ctx: Ctx, { choresMs = CHORES_MS } = {}): Promise<DispatchReport> {
  const dispatching = runDispatchTick(ctx);
  const chores = {
    mails: runMailTick(ctx),
    files: removeUnusedFiles(ctx),
    brands: deleteDueBrands(ctx),
    audit: runAuditTick(ctx),
  };
  const [dispatched] = await Promise.allSettled([dispatching, settle(chores, choresMs)]);
  if (dispatched.status === "rejected") throw dispatched.reason;
  return dispatched.value;
}
