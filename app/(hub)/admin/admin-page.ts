import { notFound } from "next/navigation";
import { actionContext } from "@/lib/auth/current-user";
import { type Ctx, requireHubAdmin } from "@/lib/kernel/context";
import { Forbidden } from "@/lib/kernel/errors";

/** The context of a page for hub administrators; for anybody else there is no such page. */
export async function adminPage(): Promise<Ctx> {
  const ctx = await actionContext();
  try {
    requireHubAdmin(ctx);
    return ctx;
  } catch (error) {
    if (error instanceof Forbidden) notFound();
    throw error;
  }
}
