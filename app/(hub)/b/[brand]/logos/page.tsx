import type { Metadata } from "next";
import { LogosScreen } from "@/components/logos/logos-screen";
import { LOGO_PX } from "@/components/logos/variant-labels";
import { type BrandDocument, thumbnailOf } from "@/lib/content";
import { brandPage } from "@/lib/web/auth/current-user";
import { DraftScope, lookOfDraft } from "../draft-scope";

export const metadata: Metadata = { title: "Logos" };

const viewsOfLogos = ({ logos }: BrandDocument) =>
  logos.items.flatMap(({ file }) => [file.sha256, thumbnailOf(file, LOGO_PX)]);

export default async function LogosPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/logos");
  const brandId = access.brand.id;
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <LogosScreen {...(await lookOfDraft(ctx, brandId, viewsOfLogos))} />
    </DraftScope>
  );
}
