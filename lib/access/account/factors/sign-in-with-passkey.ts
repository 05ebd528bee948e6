import type { Ctx } from "../../context";
import { type OpenedSession, openBrowserSession } from "../open-browser-session";
import type { SignInBrowser } from "./pending-sign-in";
import { createPasskeyChallenge, type PasskeyChallenge, verifyPasskey } from "./verify-passkey";

/** Creates a passkey challenge for a browser where nobody is signed in. */
export const createSignInChallenge = (ctx: Ctx): Promise<PasskeyChallenge> =>
  createPasskeyChallenge(ctx, { purpose: "sign-in" });

/**
 * Signs in with a passkey, which counts as two factors: possession, plus a PIN, finger or face. No permission needed:
 * the signature authorises it.
 * @throws BadRequest with `field: "passkey"`, AccountDeactivated, CompanySignInOnly
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { passkey, challenge, ...browser }: SignInBrowser & { passkey: string; challenge: string | undefined },
): Promise<OpenedSession & { userId: string }> {
  const { userId } = await verifyPasskey(ctx, { purpose: "sign-in", answer: passkey, challenge });
  const opened = await openBrowserSession(ctx, { ...browser, userId, by: "passkey", strong: true });
  return { userId, ...opened };
}
