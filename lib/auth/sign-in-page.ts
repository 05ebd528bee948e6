/** The hub's sign-in page. */
export const SIGN_IN_PATH = "/sign-in";

/** The codes of our own that the sign-in page is opened with; next-auth adds its own, such as `CredentialsSignin`. */
export type SignInError = "SignInThrottled" | "SignInFailed" | "EmailNotVerified";

/** The sign-in page that leads back to an address within the hub. */
export const signInAddress = (callbackPath: string): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: callbackPath })}`;
