import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AssetsScreen } from "@/components/assets/assets-screen";
import { PAGE_SIZE, THUMBNAIL_PX, VIEW_COOKIE } from "@/components/assets/kind-labels";
import { thumbnailOf } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { signFilesAction } from "../draft-actions";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { rememberViewAction } from "./actions";

export const metadata: Metadata = { title: "Assets" };

export default async function AssetsPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/assets");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const initialView = (await cookies()).get(VIEW_COOKIE)?.value === "list" ? "list" : "grid";
  const views = document.assets.slice(0, PAGE_SIZE).map(({ file }) => thumbnailOf(file, THUMBNAIL_PX[initialView]));
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <AssetsScreen
        signedUrls={await signFiles(ctx, { brandId, views })}
        initialView={initialView}
        signFiles={signFilesAction}
        rememberView={rememberViewAction}
      />
    </DraftScope>
  );
}
