import { distinctNames, stemOf } from "@/lib/assets";
import { readFile } from "@/lib/assets/server";
import type { StoredAsset } from "@/lib/brand-document";
import { openDraft } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { endingOf, type KitFile } from "./kit-file";
import type { DownloadKit } from "./open-kit";
import { zipFiles } from "./zip-files";

/** The files as they are stored, each in the folder of its collection; one that is not stored any more is left out. */
async function* assetFiles(ctx: Ctx, brandId: string, assets: readonly StoredAsset[]): AsyncGenerator<KitFile> {
  const distinct = distinctNames();
  for (const { name, collection = "", file } of assets) {
    const stored = await readFile(ctx, { brandId, sha256: file.sha256 });
    if (!stored) continue;
    const folder = collection.trim() ? `${stemOf(collection)}/` : "";
    yield { path: `${distinct(folder + stemOf(name))}.${endingOf(stored.mime)}`, bytes: stored.bytes };
  }
}

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
    stream: zipFiles(assetFiles(ctx, brandId, assets), ctx.now),
  };
}
