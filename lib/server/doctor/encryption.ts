import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import type { Secrets } from "@/lib/platform/context";
import { sealingKeyIds } from "@/lib/platform/seal";
import { error, ok, type Question, warning } from "./finding";

/** Whether the keys of HUB_ENCRYPTION_KEY can decrypt what they encrypted, judged by key ids only. */
export const encryptionQuestion = (db: Database, secrets: Pick<Secrets, "encryption">): Question => ({
  part: "encryption",
  remedy: "Migrate first.",
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
        `${lost} signing secrets of tools were sealed with a key that HUB_ENCRYPTION_KEY does not have: they sign nothing.`,
        "Bring the key back as the second of its list, or make new secrets on the tools' pages.",
      );
    if (current === undefined)
      return warning(
        "Without HUB_ENCRYPTION_KEY no signing secrets can be made.",
        "openssl rand -base64 33 makes one.",
      );
    const waiting = countOf((keyId) => older.includes(keyId));
    if (waiting > 0)
      return warning(
        `${waiting} signing secrets of tools still need an older key of HUB_ENCRYPTION_KEY.`,
        "Have the hub run for a minute: its tick seals them anew.",
      );
    return ok(
      older.length > 0
        ? "Nothing needs an older key of HUB_ENCRYPTION_KEY: take it out."
        : "HUB_ENCRYPTION_KEY opens every signing secret.",
    );
  },
});
