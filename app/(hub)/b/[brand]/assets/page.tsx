import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AssetsScreen } from "@/components/assets/assets-screen";
import { PAGE_SIZE, VIEW_COOKIE } from "@/components/assets/types";
import { signFiles } from "@/lib/assets/server";
import { brandPage } from "@/lib/auth/brand-page";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { signFilesAction } from "../file-actions";
import { rememberViewAction } from "./actions";

export const metadata: Metadata = { title: "Assets" };

type AssetsPageProps = { params: Promise<{ brand: string }> };

/** The brand's files beside its logos, to edit as a draft. */
export default async function AssetsPage({ params }: AssetsPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/assets");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const sha256s = document.assets.slice(0, PAGE_SIZE).map(({ file }) => file.sha256);
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <AssetsScreen
        signedUrls={await signFiles(ctx, { brandId, sha256s })}
        initialView={(await cookies()).get(VIEW_COOKIE)?.value === "list" ? "list" : "grid"}
        signFiles={signFilesAction}
        rememberView={rememberViewAction}
      />
    </DraftScope>
  );
}
