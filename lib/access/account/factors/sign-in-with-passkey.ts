import type { Ctx } from "../../context";
import { type OpenedSession, openBrowserSession } from "../open-browser-session";
import type { SignInBrowser } from "./pending-sign-in";
import { createPasskeyChallenge, type PasskeyChallenge, verifyPasskey } from "./verify-passkey";

export const createSignInChallenge = (ctx: Ctx): Promise<PasskeyChallenge> =>
  createPasskeyChallenge(ctx, { purpose: "sign-in" });

/**
 * A passkey counts as two factors: possession, plus a PIN, finger or face. Authorised by the signature.
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
