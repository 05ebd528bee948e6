import type { Metadata } from "next";
import { signFiles } from "@/lib/assets/server";
import { brandPage } from "@/lib/auth/brand-page";
import { DraftScope } from "../draft-scope";
import { signFilesAction } from "../file-actions";
import { openDraftOnce } from "../open-draft-once";
import { LogosScreen } from "./logos-screen";

export const metadata: Metadata = { title: "Logos" };

type LogosPageProps = { params: Promise<{ brand: string }> };

/** The brand's logos and the rules for them, to edit as a draft. */
export default async function LogosPage({ params }: LogosPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/logos");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const sha256s = document.logos.items.map(({ file }) => file.sha256);
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <LogosScreen addresses={await signFiles(ctx, { brandId, sha256s })} signFiles={signFilesAction} />
    </DraftScope>
  );
}
