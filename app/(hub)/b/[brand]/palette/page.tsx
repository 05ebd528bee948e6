import type { Metadata } from "next";
import { PaletteScreen } from "@/components/palette/palette-screen";
import { PICTURE_PX } from "@/components/palette/types";
import { thumbnailOf } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { signFilesAction } from "../draft-actions";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { versionUrl } from "../page-input";
import { readFileColorsAction } from "./actions";

export const metadata: Metadata = { title: "Palette" };

export default async function PalettePage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/palette");
  const brandId = access.brand.id;
  const { document } = await openDraftOnce(ctx, brandId);
  const views = document.logos.items.map(({ file }) => thumbnailOf(file, PICTURE_PX));
  return (
    <DraftScope ctx={ctx} brandId={brandId}>
      <PaletteScreen
        signedUrls={await signFiles(ctx, { brandId, views })}
        signFiles={signFilesAction}
        readFileColors={readFileColorsAction}
        versionUrl={versionUrl(access.brand, "current")}
      />
    </DraftScope>
  );
}
