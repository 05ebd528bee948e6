import type { Metadata } from "next";
import { TypographyScreen } from "@/components/typography/typography-screen";
import { brandPage } from "@/lib/web/auth/current-user";
import { DraftScope, lookOfDraft } from "../draft-scope";

export const metadata: Metadata = { title: "Typography" };

export default async function TypographyPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/typography");
  const brandId = access.brand.id;
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <TypographyScreen {...(await lookOfDraft(ctx, brandId))} now={ctx.now.toISOString()} />
    </DraftScope>
  );
}
