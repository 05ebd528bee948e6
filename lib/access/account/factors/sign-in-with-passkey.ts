import type { Ctx } from "../../context";
import { type OpenedSession, openBrowserSession } from "../open-browser-session";
import type { Arriving } from "./half-sign-in";
import { type AskedPasskey, askForPasskey, verifyPasskey } from "./verify-passkey";

/** Asks a browser in which nobody is known for a passkey, which says by itself whose it is. */
export const askForSignIn = (ctx: Ctx): Promise<AskedPasskey> => askForPasskey(ctx, { purpose: "sign-in" });

/**
 * Signs in by a passkey alone: it is something one has, and opens by a PIN, finger or face. Anybody may try: the signature is the proof.
 * @throws BadRequest (`field: "passkey"`), AccountDeactivated, CompanySignInOnly
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { passkey, challenge, ...arriving }: Arriving & { passkey: string; challenge: string | undefined },
): Promise<OpenedSession & { userId: string }> {
  const { userId } = await verifyPasskey(ctx, { purpose: "sign-in", answer: passkey, challenge });
  const opened = await openBrowserSession(ctx, { ...arriving, userId, by: "passkey", strong: true });
  return { userId, ...opened };
}
