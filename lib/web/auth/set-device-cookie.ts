import { cookies } from "next/headers";
import { rememberDevice } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import type { UserActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { deviceCookie, deviceCookieName } from "./device-cookie";

/** Has this browser known as one of the acting user's, with the response of this action: after they set a password in it. */
export async function setDeviceCookie(ctx: Ctx<UserActor>, { signedIn = true } = {}): Promise<void> {
  const store = await cookies();
  const device = store.get(deviceCookieName(env.HUB_BASE_URL))?.value;
  store.set(deviceCookie(await rememberDevice(ctx, { userId: ctx.actor.userId, device, signedIn }), env));
}
