import { requirePermission, whileSignedIn } from "@/lib/access/server";
import { NotFound } from "@/lib/platform/errors";
import { openDraft } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { type AssetFiles, filesOfAssets } from "./asset-files";
import { type KitFile, textFile } from "./kit-file";
import type { DownloadKit } from "./open-kit";
import { untilFailure, zipFiles } from "./zip-files";

async function* assetsWithReadme(ctx: Ctx, files: AssetFiles): AsyncGenerator<KitFile> {
  const missing = yield* untilFailure("Assets", filesOfAssets(ctx, files));
  if (missing.length > 0) yield textFile("README.txt", `Missing from this download\n- ${missing.join("\n- ")}\n`);
}

/**
 * Assets of the acting user's draft as a ZIP.
 * @throws NotFound when the user is no member, or the draft has none of them
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
    stream: zipFiles(whileSignedIn(ctx, assetsWithReadme(ctx, { brandId, assets })), ctx.now),
  };
}
