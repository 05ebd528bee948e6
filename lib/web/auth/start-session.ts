import { cookies, headers } from "next/headers";
import type { OpenedSession } from "@/lib/access";
import {
  CHALLENGE_LIFETIME_SECONDS,
  findActiveBrand,
  rememberDevice,
  SESSION_LIFETIME_SECONDS,
  signSessionToken,
} from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { asUser, type UserActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import {
  activeBrandCookie,
  deviceCookie,
  deviceCookieName,
  ownCookie,
  pendingSignInCookie,
  reauthCookie,
  sessionCookie,
} from "./cookies";

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

export async function signInBrowser(): Promise<{
  userAgent: string | null;
  device: string | null;
  pending: string | undefined;
}> {
  const store = await cookies();
  return {
    userAgent: (await headers()).get("user-agent"),
    device: store.get(deviceCookieName(env.HUB_BASE_URL))?.value ?? null,
    pending: store.get(pendingSignInCookie(null, env).name)?.value,
  };
}

/** The same cookies as next-auth's own sign-in sets. */
export async function startSession(
  ctx: Ctx,
  { userId, claims, proof }: OpenedSession & { userId: string },
): Promise<void> {
  const store = await cookies();
  const { name, options } = sessionCookie(env.HUB_BASE_URL);
  const { device } = await signInBrowser();
  store.set({ name, ...options, value: await signSessionToken(ctx, claims), maxAge: SESSION_LIFETIME_SECONDS });
  await setReauthCookie(proof);
  store.set(deviceCookie(await rememberDevice(ctx, { userId, device }), env));
  store.set(pendingSignInCookie(null, env));
  const active = await findActiveBrand(asUser(ctx, userId));
  await setActiveBrandCookie(active?.slug ?? null);
}
