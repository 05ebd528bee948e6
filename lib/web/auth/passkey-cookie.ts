import { cookies } from "next/headers";
import { CHALLENGE_LIFETIME_SECONDS } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { ownCookie } from "./own-cookie";

const challengeCookie = (token: string | null) =>
  ownCookie("passkey", { value: token, maxAge: CHALLENGE_LIFETIME_SECONDS, baseUrl: env.HUB_BASE_URL });

/** Keeps a passkey's challenge in this browser, with the response of this action, and gives what the authenticator is to be handed. */
export async function keepPasskeyChallenge<Options>(asked: { options: Options; challenge: string }): Promise<Options> {
  (await cookies()).set(challengeCookie(asked.challenge));
  return asked.options;
}

/** The challenge that this browser was to answer, which it keeps no longer. */
export async function takePasskeyChallenge(): Promise<{ challenge?: string }> {
  const store = await cookies();
  const { name, ...gone } = challengeCookie(null);
  const challenge = store.get(name)?.value;
  if (challenge === undefined) return {};
  store.set({ name, ...gone });
  return { challenge };
}
