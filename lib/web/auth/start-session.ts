import { cookies, headers } from "next/headers";
import type { OpenedSession } from "@/lib/access";
import { findActiveBrand, rememberDevice, SESSION_LIFETIME_SECONDS, signSessionToken } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import type { Ctx } from "@/lib/runtime/context";
import { deviceCookie, deviceCookieName, pendingSignInCookie, sessionCookie } from "./cookies";
import { setActiveBrandCookie, setReauthCookie } from "./set-cookies";

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
  const active = await findActiveBrand({ ...ctx, actor: { kind: "user", userId, hubAdmin: false } });
  await setActiveBrandCookie(active?.slug ?? null);
}
