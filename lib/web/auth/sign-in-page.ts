export const SIGN_IN_PATH = "/sign-in";

export const SECOND_FACTOR_PATH = "/sign-in/second-step";

/** Shown instead of pages that require two-factor sign-in. */
export const TWO_FACTOR_PATH = "/two-step";

export const twoFactorPath = (to: string): string => `${TWO_FACTOR_PATH}?${new URLSearchParams({ to })}`;

export const REAUTH_PATH = "/prove";

/** The number is the seconds to wait. next-auth adds others, such as `CredentialsSignin`. */
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
export function safeCallbackPath(target: string | null | undefined, baseUrl: string): string {
  if (!target || !URL.canParse(target, baseUrl)) return "/";
  const url = new URL(target, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return "/";
  // Browsers would resolve "//host" to another site.
  return `/${url.pathname.replace(/^\/+/, "")}${url.search}${url.hash}`;
}
