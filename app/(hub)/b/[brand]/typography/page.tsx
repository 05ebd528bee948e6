import type { Metadata } from "next";
import { TypographyScreen } from "@/components/typography/typography-screen";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { signFilesAction } from "../file-actions";

export const metadata: Metadata = { title: "Typography" };

type TypographyPageProps = { params: Promise<{ brand: string }> };

export default async function TypographyPage({ params }: TypographyPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/typography");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const views = document.typography?.fonts.flatMap(({ files }) => files.map(({ file }) => file.sha256)) ?? [];
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <TypographyScreen
        signedUrls={await signFiles(ctx, { brandId, views: views.slice(0, 200) })}
        signFiles={signFilesAction}
        now={ctx.now.toISOString()}
      />
    </DraftScope>
  );
}
