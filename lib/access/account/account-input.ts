import { BadRequest } from "@/lib/platform/errors";
import { requireText } from "@/lib/platform/require-text";

/** Maximum lengths in characters. Hashing a password longer than 1000 would only cost time. */
export const ACCOUNT_LIMITS = { name: 120, email: 254, passwordAtLeast: 12, passwordAtMost: 1000 } as const;
export const FACTOR_LIMITS = { passkeys: 20, name: 60 } as const;

/** The one that zod uses, which is too large for pages that show only a limit. */
const EMAIL = /^(?![.])(?!.*[.]{2})[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*[.])+[a-z]{2,}$/;

/** Returns the email trimmed and in lower case. @throws BadRequest with `field: "email"` */
export function parseEmail(input: string): string {
  const email = input.trim().toLowerCase();
  if (email.length > ACCOUNT_LIMITS.email || !EMAIL.test(email))
    throw new BadRequest("Enter a complete email address, such as ana@example.com.", { field: "email" });
  return email;
}

/**
 * Looser than `parseEmail`, because providers use other formats. Rejects control characters, which PostgreSQL refuses.
 */
export const looksLikeEmail = (text: string): boolean =>
  text.length <= ACCOUNT_LIMITS.email && /^[^\s\p{Cc}\p{Cs}]+@[^\s\p{Cc}\p{Cs}]+$/u.test(text);

/** Returns the trimmed name. @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export const parseAccountName = (input: string): string =>
  requireText(input, { ask: "Enter a name", max: ACCOUNT_LIMITS.name });

/** Returns the trimmed name. @throws BadRequest with `field: "name"` unless it has 1 to 60 characters */
export const parsePasskeyName = (input: string): string =>
  requireText(input, { ask: "Enter a name", max: FACTOR_LIMITS.name });
