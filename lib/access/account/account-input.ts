import { z } from "zod";
import { BadRequest } from "@/lib/platform/errors";

/**
 * Characters of what people say of their account. The most of a password is far beyond any passphrase: a longer one is somebody's
 * attempt to keep the hub busy.
 */
export const ACCOUNT_LIMITS = { name: 120, email: 254, passwordAtLeast: 12, passwordAtMost: 1000 } as const;

const Email = z.email().max(ACCOUNT_LIMITS.email);

/** An email in the form the hub stores: lower case, no space around it. @throws BadRequest with `field: "email"` */
export function parseEmail(input: string): string {
  const email = Email.safeParse(input.trim().toLowerCase());
  if (!email.success)
    throw new BadRequest("Enter a complete email address, such as ana@example.com.", { field: "email" });
  return email.data;
}

/**
 * True for what an account's email may look like; looser than `parseEmail`, since providers of sign-in have emails of their own. What is none,
 * such as a text with NUL, is not worth a query, and PostgreSQL would refuse some of it.
 */
export const mayBeEmail = (text: string): boolean =>
  text.length <= ACCOUNT_LIMITS.email && /^[^\s\p{Cc}\p{Cs}]+@[^\s\p{Cc}\p{Cs}]+$/u.test(text);

/** A person's name without space around it. @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export function parseAccountName(input: string): string {
  const name = input.trim();
  if (name.length >= 1 && name.length <= ACCOUNT_LIMITS.name) return name;
  throw new BadRequest(`A name has 1 to ${ACCOUNT_LIMITS.name} characters.`, { field: "name" });
}
