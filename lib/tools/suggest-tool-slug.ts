import { inArray } from "drizzle-orm";
import { tools } from "@/db/schema";
import { type Ctx, requireHubAdmin } from "@/lib/kernel/context";
import { slugCandidates } from "@/lib/kernel/suggest-slug";

/** The slug that a tool's name suggests and that none has yet; `tool` of a name without a letter or digit. @throws Forbidden unless a hub administrator asks */
export async function suggestToolSlug(ctx: Ctx, { name }: { name: string }): Promise<string> {
  requireHubAdmin(ctx);
  const candidates = slugCandidates(name, "tool");
  const rows = await ctx.db.select({ slug: tools.slug }).from(tools).where(inArray(tools.slug, candidates));
  const taken = new Set(rows.map(({ slug }) => slug));
  return candidates.find((slug) => !taken.has(slug)) ?? "";
}
