"use client";

import { useCallback } from "react";
import { ChapterPage, LatePart } from "@/components/chapters/chapter-page";
import {
  EXAMPLE_PX,
  IMAGERY_SECTIONS,
  imagerySections,
  picturesOf,
  type SrcOf,
  viewsOfExamples,
} from "@/components/chapters/imagery-chapter";
import { type LookOfDraft, useDraftLook } from "@/components/chapters/use-draft-look";
import { useDraft, useEditHistory } from "@/components/draft/draft-provider";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { imageryWarnings, type StoredImagery, thumbnailOf } from "@/lib/content";

const NONE: StoredImagery = {};

const loadFields = () => import("./imagery-fields").then(({ ImageryFields }) => ImageryFields);

export function ImageryScreen(look: LookOfDraft) {
  const { document, update, canEdit, brandId } = useDraft();
  const { imagery = NONE, assets } = document;
  const setImagery = useCallback(
    (next: StoredImagery) => update((current) => ({ ...current, imagery: next })),
    [update],
  );
  const { edit, ...history } = useEditHistory(imagery, setImagery, canEdit);
  const { signedUrls, signFiles } = look;
  const wanted = viewsOfExamples(document);
  const { urlOf } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const srcOf: SrcOf = (file) => urlOf(thumbnailOf(file, EXAMPLE_PX));
  const fields = { imagery, pictures: picturesOf(document), srcOf, signFiles, edit };
  return (
    <ChapterPage
      title="Imagery"
      description="How photographs, illustrations and icons look, with examples."
      places={IMAGERY_SECTIONS}
      sections={imagerySections(document, srcOf).map((section) => ({
        ...section,
        fields: <LatePart load={loadFields} props={{ ...fields, kind: section.id }} />,
      }))}
      rules={useDraftLook(document, look).rules}
      history={history}
      warnings={imageryWarnings(imagery, assets).map((text) => ({ text }))}
    />
  );
}
