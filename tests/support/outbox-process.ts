import { databaseClock, openDatabase } from "@/db/client";
import { renameBrand } from "@/lib/brands/server";
import { runDispatchTick } from "@/lib/integrations/server";
import { actingUser, context, SYSTEM, withWebhookSecrets } from "./fixtures";
import { SECRET } from "./outbox";
import { LONG_DATABASE_TIMEOUTS } from "./timeouts";

/**
 * A process that sends or publishes until `tests/faults/killed.test.ts` kills it. It prints `ready`, then each
 * published version.
 */
const [mode = "", url = "", ...rest] = process.argv.slice(2);
const { db } = await openDatabase({ driver: "pg", url, timeouts: LONG_DATABASE_TIMEOUTS });
const say = (line: string) => process.stdout.write(`${line}\n`);

const MODES: Record<string, () => Promise<unknown>> = {
  async tick() {
    const ctx = withWebhookSecrets(context(db, SYSTEM, new Date(), { clock: databaseClock }), SECRET);
    say("ready");
    await runDispatchTick(ctx);
  },
  /** Crashes on its first delivery. */
  async poisoned() {
    const ctx = withWebhookSecrets(context(db, SYSTEM, new Date(), { clock: databaseClock }), SECRET);
    say("ready");
    await runDispatchTick(ctx, {
      send: async () => {
        process.kill(process.pid, "SIGKILL");
        return new Promise(() => {});
      },
    });
  },
  /** Publishes version after version of a brand. */
  async publish() {
    const [userId = "", brandId = "", slug = "", prefix = ""] = rest;
    say("ready");
    for (let index = 1; ; index += 1) {
      const owner = context(db, actingUser({ id: userId }), new Date());
      await renameBrand(owner, { brandId, slug, name: `${prefix} ${index}` });
      say(`${prefix} ${index}`);
    }
  },
};
await MODES[mode]?.();
process.exit(0);
