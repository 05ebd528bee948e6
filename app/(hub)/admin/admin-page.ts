import { notFound, redirect } from "next/navigation";
import { requireHubAdmin, type SignedInActor } from "@/lib/platform/context";
import { Forbidden, TwoFactorRequired } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { pageContext, requestedPath } from "@/lib/web/auth/current-user";
import { twoFactorPath } from "@/lib/web/auth/sign-in-page";

/** Returns the context for an administration page. Anyone but a hub administrator gets a 404. */
export async function adminPage(): Promise<Ctx<SignedInActor>> {
  const ctx = await pageContext();
  try {
    requireHubAdmin(ctx);
    return ctx;
  } catch (error) {
    if (error instanceof TwoFactorRequired) redirect(twoFactorPath(await requestedPath()));
    if (error instanceof Forbidden) notFound();
    throw error;
  }
}
