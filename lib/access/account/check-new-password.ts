import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { BadRequest } from "@/lib/platform/errors";
import { ACCOUNT_LIMITS } from "./account-input";

/** The guesser's work grows faster than what it reads: this many characters take it some 25 ms, twice as many four times that. */
const READ_BY_GUESSER = 32;
/** Of 0 to 4: 10^10 guesses or more by somebody who tries what people choose before what they don't. */
const SCORE_NEEDED = 4;

let guesser: Promise<ZxcvbnFactory> | undefined;

/** Some 10 MB, which a process that sets no password never loads. */
async function loadGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** True for what attackers try first: passwords of known breaches, what is near them, rows of keys, repetitions, and the person's own name and email. */
async function isGuessable(password: string, { name, email }: { name: string; email: string }): Promise<boolean> {
  const lower = password.toLowerCase();
  const own = [name, email, ...email.split(/[@.]/), ...name.split(/\s+/)].map((part) => part.toLowerCase());
  if (own.includes(lower)) return true;
  guesser ??= loadGuesser();
  const words = own.filter((part) => part.length > 2).map((part) => part.slice(0, READ_BY_GUESSER));
  return (await guesser).check(lower.slice(0, READ_BY_GUESSER), words.slice(0, 10)).score < SCORE_NEEDED;
}

/**
 * Guarantees a password that may be set: length decides and a list of what is guessed, no recipe of characters (NIST SP 800-63B-4,
 * 3.1.1.2). Nothing of it leaves this process. @throws BadRequest (`field: "password"`)
 */
export async function checkNewPassword(password: string, known: { name: string; email: string }): Promise<void> {
  const field = "password";
  const { passwordAtLeast, passwordAtMost } = ACCOUNT_LIMITS;
  if (password.length < passwordAtLeast) {
    throw new BadRequest(`A password has at least ${passwordAtLeast} characters. A few words in a row will do.`, {
      field,
    });
  }
  if (password.length > passwordAtMost) {
    throw new BadRequest(`A password has at most ${passwordAtMost} characters.`, { field });
  }
  if (await isGuessable(password, known)) {
    throw new BadRequest(
      "This password is too easy to guess: it is, or is close to, one that attackers try first. Take four words that have nothing to do with each other or with you.",
      { field },
    );
  }
}
