"use client";

import { useCallback } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/history-buttons";
import { useEditHistory } from "@/components/draft/use-edit-history";
import type { SignFiles } from "@/components/files/types";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { LiveRegion } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import { type SignedFilePath, thumbnailOf } from "@/lib/assets";
import type { StoredImagery } from "@/lib/brand-document";
import { IMAGERY_KINDS } from "@/lib/contract";
import { IMAGERY_NAMES, imageryWarnings, setExample } from "@/lib/imagery";
import { ImageryKindSection } from "./imagery-kind";
import { PicturePicker } from "./picture-picker";
import { EXAMPLE_PX, namedAssets, picturesOf, placeOf } from "./pictures";

type ImageryScreenProps = { signedUrls: Record<string, SignedFilePath>; signFiles: SignFiles };

const NONE: StoredImagery = {};
const PANEL = { parameter: "picture", prefixes: [] };

/** Direction for photographs, illustrations and icons, with the brand's own assets as examples, live from the draft. */
export function ImageryScreen({ signedUrls, signFiles }: ImageryScreenProps) {
  const { document, update, canEdit, reason, brandId, brandSlug } = useDraft();
  const { imagery = NONE, assets } = document;
  const setImagery = useCallback(
    (next: StoredImagery) => update((current) => ({ ...current, imagery: next })),
    [update],
  );
  const { edit, undo, redo, undoLabel, redoLabel, announcement } = useEditHistory(imagery, setImagery, canEdit);
  const pictures = picturesOf(assets);
  const named = namedAssets(imagery);
  const wanted = pictures.filter(({ id }) => named.has(id)).map(({ file }) => thumbnailOf(file, EXAMPLE_PX));
  const { urlOf } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const { id: openId, go } = usePanelAddress(PANEL);
  const place = placeOf(openId);
  const picked = place && !reason ? imagery[place.kind]?.[place.list]?.[place.at] : undefined;
  const warnings = imageryWarnings(imagery, assets);
  return (
    <div className="flex flex-col gap-10">
      <PageHeader
        title="Imagery"
        description="How photographs, illustrations and icons are made, with what to do beside what not to. Tools read it once you publish."
        actions={<HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} />}
      />
      <LiveRegion message={announcement} />
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Look at this again">
          <ul className="flex flex-col gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {pictures.length === 0 ? (
        <p className="text-muted">
          Examples show pictures of the brand: upload some under{" "}
          <TextLink href={`/b/${brandSlug}/assets`}>Assets</TextLink>. Until then they are words alone.
        </p>
      ) : null}
      <DisabledScope reason={reason}>
        {IMAGERY_KINDS.map((kind) => (
          <ImageryKindSection
            key={kind}
            kind={kind}
            imagery={imagery}
            pictures={pictures}
            srcOf={(file) => urlOf(thumbnailOf(file, EXAMPLE_PX))}
            reason={reason}
            edit={edit}
            onPick={(list, at) => go(`${kind}.${list}.${at}`)}
          />
        ))}
      </DisabledScope>
      {place && picked ? (
        <PicturePicker
          purpose={`${place.list === "dos" ? "do" : "don’t"} ${place.at + 1}, ${IMAGERY_NAMES[place.kind].toLowerCase()}`}
          pictures={pictures}
          chosen={picked.asset_id}
          brandId={brandId}
          signFiles={signFiles}
          onChoose={(assetId) => {
            const { asset_id: _, ...words } = picked;
            edit("Change an example", setExample(imagery, place, assetId ? { ...words, asset_id: assetId } : words));
            go(null);
          }}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
