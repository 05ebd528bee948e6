import type { Metadata } from "next";
import { ImageryScreen } from "@/components/imagery/imagery-screen";
import { EXAMPLE_PX, namedAssets, picturesOf } from "@/components/imagery/pictures";
import { thumbnailOf } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { signFilesAction } from "../file-actions";

export const metadata: Metadata = { title: "Imagery" };

type ImageryPageProps = { params: Promise<{ brand: string }> };

export default async function ImageryPage({ params }: ImageryPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/imagery");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const named = namedAssets(document.imagery);
  const views = picturesOf(document.assets)
    .filter(({ id }) => named.has(id))
    .map(({ file }) => thumbnailOf(file, EXAMPLE_PX));
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <ImageryScreen signedUrls={await signFiles(ctx, { brandId, views })} signFiles={signFilesAction} />
    </DraftScope>
  );
}
