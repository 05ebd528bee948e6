import { hash, verify } from "@node-rs/argon2";
import { ACCOUNT_LIMITS } from "./account-limits";
import { hashingTurns, type Turn } from "./hashing-turns";
import { PASSWORD_COST } from "./password-cost";

/** The same password typed on another keyboard may be composed of other code points. */
const normalise = (password: string) => password.normalize("NFKC");

/** Argon2id hash of a password, in its PHC string form, for `users.password_hash`. Whoever sets one has proved something already. */
export const hashPassword = (password: string): Promise<string> =>
  hashingTurns().run(() => hash(normalise(password), PASSWORD_COST), { known: true });

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;

/**
 * A hash that no password matches, at the full cost: an account without a password takes as long to check as any other. It is a
 * constant because hashing can fail when the queue is full, which is when each attempt needs it.
 */
const DECOY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * True when the password belongs to the hash. Without a hash (an unknown user, or one who only signs in elsewhere) it is
 * false, after the same work as for any other, so that the time of an answer does not tell which emails are known.
 * Who is `known` already waits behind no stranger, and `who` it is behind few of their own. @throws RateLimited when too many wait, or one too long
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  { known = false, who }: Partial<Turn> = {},
): Promise<boolean> {
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) return false;
  const matches = await hashingTurns().run(() => verify(passwordHash ?? DECOY, normalise(password)), {
    known,
    who,
  });
  return matches && passwordHash !== null;
}
