import { notFound } from "next/navigation";
import { pageContext } from "@/lib/auth/current-user";
import { type Ctx, requireHubAdmin, type SignedInActor } from "@/lib/kernel/context";
import { Forbidden } from "@/lib/kernel/errors";

/** The context of a page for hub administrators; for anybody else there is no such page. */
export async function adminPage(): Promise<Ctx<SignedInActor>> {
  const ctx = await pageContext();
  try {
    requireHubAdmin(ctx);
    return ctx;
  } catch (error) {
    if (error instanceof Forbidden) notFound();
    throw error;
  }
}
