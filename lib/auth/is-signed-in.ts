import { env } from "@/lib/config/env";
import type { Fields } from "@/lib/http/hub-request";
import { contextOf, hub } from "@/lib/hub/hub";
import { authenticateSessionCookie } from "@/lib/sessions/server";
import { sessionCookie } from "./session-cookie";

/** Whether a request brings a browser's active session. For what comes before Next, which reads cookies by itself. */
export async function isSignedIn(headers: Fields, clientIp: string): Promise<boolean> {
  const prefix = `${sessionCookie(env.HUB_BASE_URL).name}=`;
  const cookie = headers
    .get("cookie")
    ?.split(/; ?/)
    .find((pair) => pair.startsWith(prefix));
  if (!cookie) return false;
  const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date(), clientIp });
  return (await authenticateSessionCookie(ctx, { cookie: cookie.slice(prefix.length) })) !== null;
}
