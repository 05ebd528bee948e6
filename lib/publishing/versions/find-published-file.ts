import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { brands, entitlements, files, memberships, publishedFiles, tools } from "@/db/schema";
import { enterBrand } from "@/lib/access/server";
import type { AnonymousActor } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import type { VersionReader } from "./read-version";

const MAX_BRANDS_TRIED = 20;

const NO_FILE = "There is no such file, or you can’t read it.";

/** The brands that the caller can read. Fonts aren't public, because their licences rarely allow it. */
function readable(actor: VersionReader | AnonymousActor): SQL | undefined {
  if (actor.kind === "anonymous") return and(brands.publicPage, not(sql`${files.mime} like 'font/%'`));
  if (actor.kind === "api-key") return eq(brands.id, actor.brandId);
  if (actor.kind === "user")
    return sql`exists (select from ${memberships} m where m.brand_id = ${brands.id} and m.user_id = ${actor.userId})`;
  return sql`exists (select from ${entitlements} e join ${tools} t on t.slug = e.tool_slug
    where e.brand_id = ${brands.id} and t.slug = ${actor.toolSlug} and t.status <> 'disabled')`;
}

/**
 * A brand whose versions have the file and that the caller can read.
 * @throws NotFound if there is none
 */
export async function findPublishedFile(
  ctx: Ctx<VersionReader | AnonymousActor>,
  { sha256 }: { sha256: string },
): Promise<{ brandId: string; sha256: string }> {
  const { actor } = ctx;
  const rows = await ctx.db
    .select({ brandId: brands.id })
    .from(publishedFiles)
    .innerJoin(files, and(eq(files.brandId, publishedFiles.brandId), eq(files.sha256, publishedFiles.sha256)))
    .innerJoin(brands, eq(brands.id, publishedFiles.brandId))
    .where(and(eq(publishedFiles.sha256, sha256), isNull(files.removedAt), isNull(brands.archivedAt), readable(actor)))
    .limit(MAX_BRANDS_TRIED);
  for (const { brandId } of rows)
    if (actor.kind !== "user" || (await enterBrand(ctx, { brandId }))) return { brandId, sha256 };
  throw new NotFound(NO_FILE);
}
