import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. A hash carries its own figures, so raising them is safe. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Far beyond any passphrase; a longer one is somebody's attempt to keep the hub busy. */
const MAX_PASSWORD_LENGTH = 1000;

/** The same password typed on another keyboard may be composed of other code points. */
const normalise = (password: string) => password.normalize("NFKC");

/** Argon2id hash of a password, in its PHC string form, for `users.password_hash`. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), COST);

let decoy: Promise<string> | undefined;

/**
 * True when the password belongs to the hash. Without a hash (an unknown user, or one who only signs in elsewhere) it is
 * false, after the same work as for any other, so that the time of an answer does not tell which addresses are known.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const against = passwordHash ?? (await decoy);
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  return (await verify(against, normalise(password))) && passwordHash !== null;
}
