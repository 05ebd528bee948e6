export const SIGN_IN_PATH = "/sign-in";

/** Where who did the first step of a sign-in does the second. */
export const SECOND_STEP_PATH = "/sign-in/second-step";

/** What stands in for pages that ask for two-step sign-in, to whoever is there without. */
export const TWO_STEP_PATH = "/two-step";

/** That page, which leads on to a path within the hub. */
export const twoStepPath = (to: string): string => `${TWO_STEP_PATH}?${new URLSearchParams({ to })}`;

/** The window in which somebody who is signed in proves at a provider who they are. */
export const PROVE_PATH = "/prove";

/** The codes of our own, a throttled one with the seconds to wait, that the sign-in page is opened with; next-auth adds its own, such as `CredentialsSignin`. */
export type SignInError =
  | `SignInThrottled-${number}`
  | "SignInFailed"
  | "EmailNotVerified"
  | "AccountDeactivated"
  | "CompanySignInOnly"
  | "OtherIdentityLinked"
  | "ProvedLongAgo"
  | "OtherAccount";

/** The sign-in page that leads back to a path within the hub. */
export const signInPath = (callbackPath: string): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: callbackPath })}`;

/** Where to go after signing in, as a path within the hub; anything that leads elsewhere becomes the hub's start. */
export function safeCallbackPath(wanted: string | null | undefined, baseUrl: string): string {
  if (!wanted || !URL.canParse(wanted, baseUrl)) return "/";
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return "/";
  // "//host" would leave again as soon as a browser resolves it.
  return `/${url.pathname.replace(/^\/+/, "")}${url.search}${url.hash}`;
}
