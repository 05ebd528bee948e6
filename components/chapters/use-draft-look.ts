import { useMemo } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import type { SignFiles } from "@/components/files/file-facts";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { pickCover } from "@/lib/brands";
import { type BrandDocument, type SignedFilePath, thumbnailOf } from "@/lib/content";
import { COVER_PX, lookRules, viewsOfLook } from "@/lib/rendering";

export interface LookOfDraft {
  signedUrls: Readonly<Record<string, SignedFilePath>>;
  signFiles: SignFiles;
}

export function useDraftLook(document: BrandDocument, { signedUrls, signFiles }: LookOfDraft) {
  const brandId = useDraftValue(({ state }) => state.brandId);
  const wanted = viewsOfLook(document);
  const { urlOf, learn } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const { colors, typography } = document;
  const rules = useMemo(() => lookRules({ colors, typography }, urlOf, "within"), [colors, typography, urlOf]);
  const cover = pickCover(document);
  return { rules, learn, cover: cover && { ...cover, src: urlOf(thumbnailOf(cover.item.file, COVER_PX)) } };
}
