import { authenticateSessionCookie, findActiveBrand, isMemberOfSlug } from "@/lib/access/server";
import type { Ctx } from "@/lib/runtime/context";

interface Cookies {
  session: string | undefined;
  activeBrand: string | undefined;
}

/**
 * What the browser's active-brand cookie has to become: a slug, null to clear it, or undefined when it is right as it is.
 * It is cleared once nobody is signed in or it names no brand of the user's any more; else it follows the active brand.
 */
export async function mirrorActiveBrand(
  ctx: Ctx,
  { session: cookie, activeBrand }: Cookies,
): Promise<string | null | undefined> {
  const held = activeBrand || undefined;
  const session = cookie ? await authenticateSessionCookie(ctx, { cookie }) : null;
  if (!session) return held === undefined ? undefined : null;
  const signedIn = { ...ctx, actor: session.actor };
  const active = (await findActiveBrand(signedIn))?.slug;
  if (active === held) return undefined;
  if (held !== undefined && !(await isMemberOfSlug(signedIn, { slug: held }))) return null;
  return active ?? null;
}
