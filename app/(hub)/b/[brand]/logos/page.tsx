import type { Metadata } from "next";
import { LogosScreen } from "@/components/logos/logos-screen";
import { LOGO_PX } from "@/components/logos/variant-labels";
import { thumbnailOf } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { signFilesAction } from "../file-actions";

export const metadata: Metadata = { title: "Logos" };

type LogosPageProps = { params: Promise<{ brand: string }> };

export default async function LogosPage({ params }: LogosPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/logos");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const views = document.logos.items.flatMap(({ file }) => [file.sha256, thumbnailOf(file, LOGO_PX)]);
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <LogosScreen signedUrls={await signFiles(ctx, { brandId, views })} signFiles={signFilesAction} />
    </DraftScope>
  );
}
