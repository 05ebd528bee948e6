import type { Metadata } from "next";
import { cookies } from "next/headers";
import { signFiles } from "@/lib/assets/server";
import { brandPage } from "@/lib/auth/brand-page";
import { DraftScope } from "../draft-scope";
import { signFilesAction } from "../file-actions";
import { openDraftOnce } from "../open-draft-once";
import { rememberViewAction } from "./actions";
import { AssetsScreen } from "./assets-screen";
import { PAGE_SIZE, VIEW_COOKIE } from "./view";

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
        addresses={await signFiles(ctx, { brandId, sha256s })}
        initialView={(await cookies()).get(VIEW_COOKIE)?.value === "list" ? "list" : "grid"}
        signFiles={signFilesAction}
        rememberView={rememberViewAction}
      />
    </DraftScope>
  );
}
