import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { recoveryCodes } from "@/db/schema";
import type { Ctx } from "../../context";

export const RECOVERY_CODES = 10;

/** Crockford's base32: no letter that looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** 80 random bits: more than anybody tries out against a digest. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** A recovery code as it is kept in mind of its letters alone; null for what can be none. */
export function parseRecoveryCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

/** The user is part of it, so that two people's codes never meet. */
const digestOf = (userId: string, letters: string) =>
  createHash("sha256").update(`recovery:${userId}:${letters}`).digest("hex");

/** Ten new codes in place of whatever there was, in the caller's transaction; given here and never again. */
export async function replaceRecoveryCodes({ db, now }: Ctx, { userId }: { userId: string }): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: digestOf(userId, code.replaceAll("-", "")), createdAt: now })));
  return codes;
}

/** Uses a code up; false for a wrong one, and for the second of two who use one at once. */
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
