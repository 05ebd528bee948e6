export const SIGN_IN_PATH = "/sign-in";

export const SECOND_STEP_PATH = "/sign-in/second-step";

/** Shown instead of pages that require two-factor sign-in. */
export const TWO_STEP_PATH = "/two-step";

/** Continues to a path within the hub afterwards. */
export const twoStepPath = (to: string): string => `${TWO_STEP_PATH}?${new URLSearchParams({ to })}`;

/** The window where a signed-in user re-authenticates at a provider. */
export const PROVE_PATH = "/prove";

/** Our own error codes; the number is the seconds to wait. next-auth adds others, such as `CredentialsSignin`. */
export type SignInError =
  | `SignInThrottled-${number}`
  | "SignInFailed"
  | "EmailNotVerified"
  | "AccountDeactivated"
  | "CompanySignInOnly"
  | "OtherIdentityLinked"
  | "ProvedLongAgo"
  | "OtherAccount";

export const signInPath = (callbackPath: string): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: callbackPath })}`;

/** Returns a path within the hub; any other URL becomes `/`. */
export function safeCallbackPath(wanted: string | null | undefined, baseUrl: string): string {
  if (!wanted || !URL.canParse(wanted, baseUrl)) return "/";
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return "/";
  // Browsers would resolve "//host" to another site.
  return `/${url.pathname.replace(/^\/+/, "")}${url.search}${url.hash}`;
}
