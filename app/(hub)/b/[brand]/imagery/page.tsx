import type { Metadata } from "next";
import { viewsOfExamples } from "@/components/chapters/imagery-chapter";
import { ImageryScreen } from "@/components/imagery/imagery-screen";
import { brandPage } from "@/lib/web/auth/current-user";
import { DraftScope, lookOfDraft } from "../draft-scope";

export const metadata: Metadata = { title: "Imagery" };

export default async function ImageryPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/imagery");
  const brandId = access.brand.id;
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <ImageryScreen {...(await lookOfDraft(ctx, brandId, viewsOfExamples))} />
    </DraftScope>
  );
}
