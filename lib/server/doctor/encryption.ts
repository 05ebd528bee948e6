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
