import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { env } from "@/lib/config/env";
import { clientAddress } from "@/lib/http/client-ip";
import { hub } from "@/lib/hub/hub";
import type { Ctx } from "@/lib/kernel/context";
import type { LiveSession } from "@/lib/sessions";
import { authenticateSessionToken } from "@/lib/sessions/server";
import { PATH_HEADER } from "./request-path";
import { safeCallbackPath } from "./safe-callback-path";
import { sessionCookie } from "./session-cookie";
import { signInAddress } from "./sign-in-page";

/** The session of the browser that asks for a page or runs a server action, or null; looked up once per request. */
export const currentSession = cache(async (): Promise<LiveSession | null> => {
  const token = (await cookies()).get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  if (!token) return null;
  const { db } = await hub();
  return authenticateSessionToken(db, token, new Date());
});

/** The signed-in user; anybody else is sent to sign in and brought back to the page they asked for. */
export async function requireUser(): Promise<LiveSession> {
  const session = await currentSession();
  if (session) return session;
  const path = (await headers()).get(PATH_HEADER);
  redirect(signInAddress(safeCallbackPath(path, env.HUB_BASE_URL)));
}

/** The context of a page's reads or a server action's verb: the signed-in user acts, now, from their address. */
export async function actionContext(): Promise<Ctx> {
  const { userId, hubAdmin } = await requireUser();
  const { db } = await hub();
  const address = clientAddress(await headers());
  return { db, actor: { kind: "user", userId, hubAdmin }, now: new Date(), address };
}
