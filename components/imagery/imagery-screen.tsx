"use client";

import { useCallback, useState } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import { useEditHistory } from "@/components/draft/use-edit-history";
import type { SignFiles } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { Dialog } from "@/components/ui/dialog";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Notice } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SEARCH_FROM, SearchInput } from "@/components/ui/search-field";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text-link";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  findAssets,
  IMAGERY_NAMES,
  imageryWarnings,
  type SignedFilePath,
  type StoredAsset,
  type StoredImagery,
  setExample,
  thumbnailOf,
} from "@/lib/content";
import { IMAGERY_KINDS } from "@/lib/contract";
import { ImageryKindSection } from "./imagery-kind";
import { EXAMPLE_PX, namedAssets, picturesOf, placeOf } from "./pictures";

const CHOICE_PX = 160;
/** Pictures shown and signed before “Show more”. */
const STEP = 24;

type PicturePickerProps = {
  /** What the picture is for: "do 1, photography". */
  purpose: string;
  pictures: readonly StoredAsset[];
  chosen: string | undefined;
  brandId: string;
  signFiles: SignFiles;
  /** The chosen asset's id. Null removes the picture. */
  onChoose: (assetId: string | null) => void;
  onClose: () => void;
};

function PicturePicker(props: PicturePickerProps) {
  const { purpose, pictures, chosen, brandId, signFiles, onChoose, onClose } = props;
  const [text, setText] = useState("");
  const [most, setMost] = useState(STEP);
  const found = findAssets(pictures, { text, kind: null });
  const shown = found.slice(0, most);
  const wanted = shown.map(({ file }) => thumbnailOf(file, CHOICE_PX));
  const { urlOf } = useSignedUrls({ brandId, wanted, initial: {}, sign: signFiles });
  return (
    <Dialog
      open
      size="lg"
      title={`Choose a picture for ${purpose}`}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={chosen ? <Button onClick={() => onChoose(null)}>Remove picture</Button> : null}
    >
      <div className="flex flex-col gap-4">
        {pictures.length >= SEARCH_FROM ? (
          <SearchInput
            aria-label="Find picture"
            placeholder="Search by name or type"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {found.length === 0 ? (
          <p className="text-muted">
            {pictures.length === 0 ? "No pictures yet. Upload some under Assets." : "No matching pictures."}
          </p>
        ) : (
          <ul aria-label="Pictures" className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 p-1">
            {shown.map(({ id, name, file }) => (
              <li key={id} className="min-w-0">
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  onClick={() => onChoose(id)}
                  className={cx(
                    "flex w-full min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface text-left hover:border-line-strong hover:bg-hover",
                    id === chosen && "outline-2 outline-accent outline-offset-2",
                  )}
                >
                  <span className="checkered flex h-28 w-full items-center justify-center border-line border-b">
                    <FilePicture src={urlOf(thumbnailOf(file, CHOICE_PX))} file={file} alt="" className="size-full" />
                  </span>
                  <ContentText className="w-full truncate px-3 py-2">{name}</ContentText>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found.length > most ? (
          <Button className="w-fit" onClick={() => setMost(most + STEP)}>
            Show more of {found.length}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

type ImageryScreenProps = { signedUrls: Record<string, SignedFilePath>; signFiles: SignFiles };

const NONE: StoredImagery = {};
const PANEL = { parameter: "picture", prefixes: [] };

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
        description="How photographs, illustrations and icons look, with examples. Tools get changes when you publish."
        actions={<HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} />}
      />
      <LiveRegion message={announcement} />
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Check before publishing">
          <ul className="flex flex-col gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {pictures.length === 0 ? (
        <p className="text-muted">
          To show pictures in examples, upload some under <TextLink href={`/b/${brandSlug}/assets`}>Assets</TextLink>.
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
            edit("Edit example", setExample(imagery, place, assetId ? { ...words, asset_id: assetId } : words));
            go(null);
          }}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
