import type { SignInError } from "@/lib/auth/sign-in-page";

const SENTENCES: Record<SignInError | "CredentialsSignin" | "AccessDenied", string> = {
  CredentialsSignin: "The email or the password is wrong.",
  SignInThrottled: "Too many failed attempts. Wait five minutes, then try again.",
  SignInFailed: "Something went wrong in the hub. It has been logged; please try again.",
  EmailNotVerified: "That account has no verified email. Verify it there, then try again.",
  AccessDenied: "That account was not allowed to sign in.",
};

const isKnown = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code);

/** What the sign-in page says about an error code; one that nobody knows is a provider's failure. */
export const signInErrorSentence = (code: string): string =>
  isKnown(code) ? SENTENCES[code] : "Signing in did not work. Please try again.";
