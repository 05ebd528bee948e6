import { authenticateSessionCookie } from "@/lib/access/server";
import type { Fields } from "@/lib/api/hot-path/request";
import { env } from "@/lib/platform/config/env";
import { contextOf, hub } from "@/lib/runtime/hub";
import { sessionCookie } from "./cookies";

/** For code that runs before Next. */
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
