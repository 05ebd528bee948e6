import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { recoveryCodes } from "@/db/schema";
import type { Ctx } from "../../context";

export const RECOVERY_CODES = 10;

/** Crockford's base32: no letter resembles a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** 80 random bits, too many to guess against a digest. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Returns the letters of a recovery code, or null if it can't be one. */
export function parseRecoveryCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

/** Includes the user, so equal codes of two users have different digests. */
const digestOf = (userId: string, letters: string) =>
  createHash("sha256").update(`recovery:${userId}:${letters}`).digest("hex");

/** Replaces all recovery codes with ten new ones, in the caller's transaction. */
export async function replaceRecoveryCodes({ db, now }: Ctx, { userId }: { userId: string }): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: digestOf(userId, code.replaceAll("-", "")), createdAt: now })));
  return codes;
}

/** Spends a code. Returns false for a wrong one, or if another request spent it first. */
export async function spendRecoveryCode(
  { db }: Ctx,
  { userId, letters }: { userId: string; letters: string },
): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, digestOf(userId, letters))))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}
