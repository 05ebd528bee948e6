import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { BadRequest } from "@/lib/platform/errors";
import { ACCOUNT_LIMITS } from "./account-input";

/** zxcvbn's time grows quadratically: 32 characters take about 25 ms, 64 about 100 ms. */
const MAX_CHECKED_LENGTH = 32;
/** zxcvbn's scale is 0 to 4. 4 means at least 10^10 guesses. */
const MIN_SCORE = 4;

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

/** About 10 MB, loaded only by processes that set a password. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** True for breached passwords and variants, keyboard rows, repetitions, and the person's name or email. */
async function isGuessable(password: string, { name, email }: { name: string; email: string }): Promise<boolean> {
  const lower = password.toLowerCase();
  const own = [name, email, ...email.split(/[@.]/), ...name.split(/\s+/)].map((part) => part.toLowerCase());
  if (own.includes(lower)) return true;
  zxcvbn ??= loadZxcvbn();
  const words = own.filter((part) => part.length > 2).map((part) => part.slice(0, MAX_CHECKED_LENGTH));
  return (await zxcvbn).check(lower.slice(0, MAX_CHECKED_LENGTH), words.slice(0, 10)).score < MIN_SCORE;
}

/**
 * No composition rules (NIST SP 800-63B-4, 3.1.1.2). The check runs locally.
 * @throws BadRequest with `field: "password"`
 */
export async function checkNewPassword(password: string, user: { name: string; email: string }): Promise<void> {
  const field = "password";
  const { passwordAtLeast, passwordAtMost } = ACCOUNT_LIMITS;
  if (password.length < passwordAtLeast) {
    throw new BadRequest(`Use at least ${passwordAtLeast} characters, for example four unrelated words.`, {
      field,
    });
  }
  if (password.length > passwordAtMost) {
    throw new BadRequest(`Use at most ${passwordAtMost} characters.`, { field });
  }
  if (await isGuessable(password, user)) {
    throw new BadRequest(
      "This password is too easy to guess. Use four words that have nothing to do with each other or with you.",
      { field },
    );
  }
}
