import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { recoveryCodes } from "@/db/schema";
import type { Ctx } from "../../context";

export const RECOVERY_CODES = 10;

/** Crockford's base32: no letter resembles a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** 80 random bits. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Returns its letters, or null if it can't be a recovery code. */
export function parseRecoveryCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

/** Salted with the user. */
const digestOf = (userId: string, letters: string) =>
  createHash("sha256").update(`recovery:${userId}:${letters}`).digest("hex");

/** Returns ten new codes. Call it in a transaction. */
export async function replaceRecoveryCodes({ db, now }: Ctx, { userId }: { userId: string }): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: digestOf(userId, code.replaceAll("-", "")), createdAt: now })));
  return codes;
}

/** False for a wrong code, or if another request spent it first. */
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
