import { asc } from "drizzle-orm";
import { tools } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";

/** More are found in their lists. */
const NAMED = 500;

/** The registered tools by name, for whoever is signed in: every brand's page of tools has them. @throws Forbidden for any other actor */
export async function listToolNames(ctx: Ctx): Promise<{ slug: string; name: string }[]> {
  requireUser(ctx);
  return ctx.db
    .select({ slug: tools.slug, name: tools.name })
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug))
    .limit(NAMED);
}
