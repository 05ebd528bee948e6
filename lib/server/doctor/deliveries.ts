import { sql } from "drizzle-orm";
import { type Database, databaseClock, rowsOf } from "@/db/client";
import { LATE_MS, type PauseReason } from "@/lib/integrations";
import { measureBacklog } from "@/lib/integrations/server";
import type { Secrets } from "@/lib/platform/context";
import { sealingKeyIds } from "@/lib/platform/seal";
import { counted } from "@/lib/platform/text";
import { error, ok, type Question, warning } from "./finding";

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
  remedy: "Run the migrations first.",
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
          `A delivery that isn't paused has been due for ${counted(Math.floor(oldestDueMs / 60_000), "minute")}.`,
          "Check that a hub runs, or Vercel's cron with CRON_SECRET. Look for “tick failed” in its log.",
        ),
      );
    return found.length > 0 ? found : ok("No delivery is late or blocked.");
  },
});

/** Whether HUB_ENCRYPTION_KEY has the keys of all encrypted secrets. Compares key ids only. */
export const encryptionQuestion = (db: Database, secrets: Pick<Secrets, "encryption">): Question => ({
  part: "encryption",
  remedy: "Run the migrations first.",
  async ask() {
    const [current, ...older] = sealingKeyIds({ secrets: { session: [], ...secrets } }, "signingSecret");
    const rows = await rowsOf<{ key_id: string; count: number }>(
      db,
      sql`select key_id, count(*)::int as count from tool_credentials where sealed is not null group by key_id`,
    );
    const countOf = (is: (keyId: string) => boolean) =>
      rows.reduce((sum, { key_id, count }) => sum + (is(key_id) ? count : 0), 0);
    const lost = countOf((keyId) => keyId !== current && !older.includes(keyId));
    if (lost > 0)
      return error(
        `${lost} signing secrets of tools need a key that HUB_ENCRYPTION_KEY doesn't have, so they can't sign.`,
        "Put the key back as the second in the list, or create new secrets on the tools' pages.",
      );
    if (current === undefined)
      return warning(
        "Without HUB_ENCRYPTION_KEY the hub can't create signing secrets.",
        "Generate one: openssl rand -base64 33",
      );
    const waiting = countOf((keyId) => older.includes(keyId));
    if (waiting > 0)
      return warning(
        `${waiting} signing secrets of tools still need an older key of HUB_ENCRYPTION_KEY.`,
        "Run the hub for a minute: its tick re-encrypts them.",
      );
    return ok(
      older.length > 0
        ? "Nothing needs the older key in HUB_ENCRYPTION_KEY any more. Remove it."
        : "HUB_ENCRYPTION_KEY decrypts every signing secret.",
    );
  },
});
