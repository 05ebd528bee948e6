import { cookies } from "next/headers";
import { CHALLENGE_LIFETIME_SECONDS, rememberDevice } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import type { UserActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { activeBrandCookie, deviceCookie, deviceCookieName, ownCookie, reauthCookie } from "./cookies";

const challengeCookie = (token: string | null) =>
  ownCookie("passkey", { value: token, maxAge: CHALLENGE_LIFETIME_SECONDS, baseUrl: env.HUB_BASE_URL });

/** Returns the authenticator's options. */
export async function keepPasskeyChallenge<Options>(request: {
  options: Options;
  challenge: string;
}): Promise<Options> {
  (await cookies()).set(challengeCookie(request.challenge));
  return request.options;
}

export async function takePasskeyChallenge(): Promise<{ challenge?: string }> {
  const store = await cookies();
  const { name, ...gone } = challengeCookie(null);
  const challenge = store.get(name)?.value;
  if (challenge === undefined) return {};
  store.set({ name, ...gone });
  return { challenge };
}

/** Null clears the cookie. */
export async function setActiveBrandCookie(slug: string | null): Promise<void> {
  (await cookies()).set(activeBrandCookie(slug, env));
}

/** The user just set a password in this browser. */
export async function setDeviceCookie(ctx: Ctx<UserActor>, { signedIn = true } = {}): Promise<void> {
  const store = await cookies();
  const device = store.get(deviceCookieName(env.HUB_BASE_URL))?.value;
  store.set(deviceCookie(await rememberDevice(ctx, { userId: ctx.actor.userId, device, signedIn }), env));
}

export async function setReauthCookie(proof: string): Promise<void> {
  (await cookies()).set(reauthCookie(proof, env));
}
