import { asc, inArray } from "drizzle-orm";
import { tools } from "@/db/schema";
import { requireHubAdmin, requireUser } from "@/lib/platform/context";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import type { Ctx } from "../context";

/** The slug that a tool's name suggests and that none has yet; `tool` of a name without a letter or digit. @throws Forbidden unless a hub administrator asks */
export async function suggestToolSlug(ctx: Ctx, { name }: { name: string }): Promise<string> {
  requireHubAdmin(ctx);
  const candidates = slugCandidates(name, "tool");
  const rows = await ctx.db.select({ slug: tools.slug }).from(tools).where(inArray(tools.slug, candidates));
  const taken = new Set(rows.map(({ slug }) => slug));
  return candidates.find((slug) => !taken.has(slug)) ?? "";
}

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
