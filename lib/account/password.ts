import { hash, verify } from "@node-rs/argon2";
import { BadRequest } from "@/lib/kernel/errors";
import { ACCOUNT_LIMITS } from "./account-input";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. A hash carries its own figures, so raising them is safe. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Far beyond any passphrase; a longer one is somebody's attempt to keep the hub busy. */
const MAX_LENGTH = 1000;

/** The same password typed on another keyboard may be composed of other code points. */
const normalise = (password: string) => password.normalize("NFKC");

/** Argon2id hash of a password, in its PHC string form, for `users.password_hash`. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), COST);

let decoy: Promise<string> | undefined;

/**
 * True when the password belongs to the hash. Without a hash (an unknown user, or one who only signs in elsewhere) it is
 * false, after the same work as for any other, so that the time of an answer does not tell which emails are known.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const against = passwordHash ?? (await decoy);
  if (password.length > MAX_LENGTH) return false;
  return (await verify(against, normalise(password))) && passwordHash !== null;
}

/** Nothing but the person's own name and email, or one character over and over, is no secret. */
function isGuessable(password: string, known: { name: string; email: string }): boolean {
  const lower = password.toLowerCase();
  const parts = [known.name, known.email, known.email.split("@")[0] ?? ""].map((part) => part.toLowerCase());
  return parts.includes(lower) || new Set(lower).size < 4;
}

/**
 * Guarantees a password that may be set: length decides, no recipe of characters (NIST SP 800-63B-4, 3.1.1.2).
 * @throws BadRequest (`field: "password"`)
 */
export function checkNewPassword(password: string, known: { name: string; email: string }): void {
  const field = "password";
  if (password.length < ACCOUNT_LIMITS.passwordAtLeast) {
    throw new BadRequest(
      `A password has at least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words in a row will do.`,
      { field },
    );
  }
  if (password.length > MAX_LENGTH) throw new BadRequest(`A password has at most ${MAX_LENGTH} characters.`, { field });
  if (isGuessable(password, known)) throw new BadRequest("This password is too easy to guess.", { field });
}
