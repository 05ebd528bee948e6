import type { Database } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { LATE_MS, type PauseReason } from "@/lib/integrations";
import { measureBacklog } from "@/lib/integrations/server";
import type { Secrets } from "@/lib/platform/context";
import { ok, type Question, warning } from "./finding";

const PAUSED: Record<PauseReason, [reason: string, remedy: string]> = {
  no_secret: [
    "it has no active signing secret",
    "Create one on the tool's page, or set CHILD_WEBHOOK_SECRET__<TOOL> and restart.",
  ],
  secret_unreadable: [
    "no key in HUB_ENCRYPTION_KEY decrypts its signing secret",
    "Put the key back as the second in the list, or create a new secret on the tool's page.",
  ],
  tool_disabled: ["it is disabled", "Enable it on its page, or leave it disabled. Its deliveries wait."],
};

/** Which tools get no webhooks and why, and whether a delivery is late for no reason. */
export const deliveriesQuestion = (db: Database, secrets: Secrets): Question => ({
  part: "deliveries",
  remedy: "Migrate first.",
  async ask() {
    const now = await databaseClock(db);
    const { paused, oldestDueMs } = await measureBacklog({
      ...{ db, now, secrets },
      actor: { kind: "system", name: "doctor" },
    });
    const found = paused.map(({ tool, reason, due }) => {
      const [because, remedy] = PAUSED[reason];
      return warning(`${tool.name} gets no webhooks (${due} due): ${because}.`, remedy);
    });
    if (oldestDueMs >= LATE_MS)
      found.push(
        warning(
          `A delivery that isn't paused has been due for ${Math.floor(oldestDueMs / 60_000)} minutes.`,
          "Check that a hub runs, or Vercel's cron with CRON_SECRET. Look for “tick failed” in its log.",
        ),
      );
    return found.length > 0 ? found : ok("No delivery is late or blocked.");
  },
});
