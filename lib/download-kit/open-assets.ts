import { openDraft } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { filesOfAssets } from "./asset-files";
import type { DownloadKit } from "./open-kit";
import { zipFiles } from "./zip-files";

/**
 * Some assets of the acting user's draft as one ZIP.
 * @throws NotFound when the user is no member, or when the draft has none of them
 */
export async function openAssets(
  ctx: Ctx,
  { brandId, assetIds }: { brandId: string; assetIds: ReadonlySet<string> },
): Promise<DownloadKit> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { document } = await openDraft(ctx, { brandId });
  const assets = document.assets.filter(({ id }) => assetIds.has(id));
  if (assets.length === 0) throw new NotFound("Your draft has none of these assets.");
  return {
    fileName: `${brand.slug}-assets-${ctx.now.toISOString().slice(0, 10)}.zip`,
    stream: zipFiles(filesOfAssets(ctx, { brandId, assets }), ctx.now),
  };
}
