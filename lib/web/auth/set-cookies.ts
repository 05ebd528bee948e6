import { cookies } from "next/headers";
import { CHALLENGE_LIFETIME_SECONDS, rememberDevice } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import type { UserActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { activeBrandCookie, deviceCookie, deviceCookieName, ownCookie, proofCookie } from "./cookies";

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

/** Sets the browser's active-brand cookie with the response of this action or route, or clears it with null. */
export async function setActiveBrandCookie(slug: string | null): Promise<void> {
  (await cookies()).set(activeBrandCookie(slug, env));
}

/** Has this browser known as one of the acting user's, with the response of this action: after they set a password in it. */
export async function setDeviceCookie(ctx: Ctx<UserActor>, { signedIn = true } = {}): Promise<void> {
  const store = await cookies();
  const device = store.get(deviceCookieName(env.HUB_BASE_URL))?.value;
  store.set(deviceCookie(await rememberDevice(ctx, { userId: ctx.actor.userId, device, signedIn }), env));
}

/** Gives this browser the proof that somebody has just proved in it who they are, with the response of this action. */
export async function setProofCookie(proof: string): Promise<void> {
  (await cookies()).set(proofCookie(proof, env));
}
