import { createHash, createHmac, randomBytes } from "node:crypto";
import type { StoredEntry } from "../read-entries";

/** What may be erased of an entry: it enters the chain as a salted digest. */
export const PERSONAL_FIELDS = ["actorLabel", "targetLabel", "clientIp", "diff"] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];
export type ByField = Record<string, string>;

/** What the first link of a chain follows. */
export const NOTHING_BEFORE = "0".repeat(64);

/** JSON with sorted keys, since the database keeps no order of them. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** A salt for each personal field, so that erasing one leaves the others provable. */
export const newSalts = (): ByField =>
  Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, randomBytes(32).toString("hex")]));

/** HMAC-SHA-256 of a field under its salt: without the salt nobody can try who it was. */
export const digestOf = (entry: StoredEntry, field: PersonalField, salt: string): string =>
  createHmac("sha256", Buffer.from(salt, "hex")).update(canonical(entry[field])).digest("hex");

export const digestsOf = (entry: StoredEntry, salts: ByField): ByField =>
  Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, digestOf(entry, field, salts[field] ?? "")]));

interface Link {
  sequence: number;
  previous: string;
  entry: StoredEntry;
  digests: ByField;
}

/** SHA-256 of the link: the one before, what is not personal as it is, what is personal as digests. */
export function linkHash({ sequence, previous, entry, digests }: Link): string {
  const { brandId, id, createdAt, actorKind, actorId, action, targetKind, targetId } = entry;
  const open = [brandId, id, createdAt.toISOString(), actorKind, actorId, action, targetKind, targetId];
  const text = JSON.stringify([1, sequence, previous, ...open, ...PERSONAL_FIELDS.map((field) => digests[field])]);
  return createHash("sha256").update(text).digest("hex");
}
