import type { Metadata } from "next";
import { FoundationsScreen } from "@/components/foundations/foundations-screen";
import { brandPage } from "@/lib/web/auth/current-user";
import { DraftScope, lookOfDraft } from "../draft-scope";

export const metadata: Metadata = { title: "Foundations" };

export default async function FoundationsPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/foundations");
  const brandId = access.brand.id;
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <FoundationsScreen {...(await lookOfDraft(ctx, brandId))} />
    </DraftScope>
  );
}
