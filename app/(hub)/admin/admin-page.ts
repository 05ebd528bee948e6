import { notFound, redirect } from "next/navigation";
import { askedPath, pageContext } from "@/lib/auth/current-user";
import { twoStepPath } from "@/lib/auth/sign-in-page";
import type { Ctx } from "@/lib/hub/context";
import { requireHubAdmin, type SignedInActor } from "@/lib/kernel/context";
import { Forbidden, SecondStepNeeded } from "@/lib/kernel/errors";

/** The context of a page for hub administrators; for anybody else there is no such page. */
export async function adminPage(): Promise<Ctx<SignedInActor>> {
  const ctx = await pageContext();
  try {
    requireHubAdmin(ctx);
    return ctx;
  } catch (error) {
    if (error instanceof SecondStepNeeded) redirect(twoStepPath(await askedPath()));
    if (error instanceof Forbidden) notFound();
    throw error;
  }
}
