import { BadRequest } from "@/lib/kernel/errors";

const MIN_LENGTH = 12;
const MAX_LENGTH = 1000;

/** Nothing but the person's own name and address, or one character over and over, is no secret. */
function isGuessable(password: string, known: { name: string; email: string }): boolean {
  const lower = password.toLowerCase();
  const parts = [known.name, known.email, known.email.split("@")[0] ?? ""].map((part) => part.toLowerCase());
  return parts.includes(lower) || new Set(lower).size < 4;
}

/**
 * Guarantees a password that may be set: length decides, no recipe of characters (NIST SP 800-63B-4, 3.1.1.2).
 * @throws BadRequest with the field, `"password"` unless told
 */
export function checkNewPassword(password: string, known: { name: string; email: string }, field = "password"): void {
  if (password.length < MIN_LENGTH) {
    throw new BadRequest(`A password has at least ${MIN_LENGTH} characters. A few words in a row will do.`, { field });
  }
  if (password.length > MAX_LENGTH) throw new BadRequest(`A password has at most ${MAX_LENGTH} characters.`, { field });
  if (isGuessable(password, known)) throw new BadRequest("This password is too easy to guess.", { field });
}
