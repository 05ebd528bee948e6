"use client";

import { useState } from "react";
import { FilePicture } from "@/components/files/file-picture";
import type { SignFiles } from "@/components/files/types";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { SEARCH_FROM, SearchInput } from "@/components/ui/search-field";
import { findAssets, thumbnailOf } from "@/lib/assets";
import type { StoredAsset } from "@/lib/brand-document";

/** CSS pixels of a picture to choose. */
const CHOICE_PX = 160;
/** Pictures that are shown, and signed, until more are asked for. */
const STEP = 24;

type PicturePickerProps = {
  /** What the picture is for: "do 1, photography". */
  purpose: string;
  pictures: readonly StoredAsset[];
  chosen: string | undefined;
  brandId: string;
  signFiles: SignFiles;
  /** The id of the chosen asset; null takes the picture away. */
  onChoose: (assetId: string | null) => void;
  onClose: () => void;
};

/** The brand's pictures, to choose one for an example. */
export function PicturePicker(props: PicturePickerProps) {
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
      footer={chosen ? <Button onClick={() => onChoose(null)}>Take the picture away</Button> : null}
    >
      <div className="flex flex-col gap-4">
        {pictures.length >= SEARCH_FROM ? (
          <SearchInput
            aria-label="Find a picture"
            placeholder="Find by name or type"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {found.length === 0 ? (
          <p className="text-muted">
            {pictures.length === 0
              ? "No pictures yet: upload some under Assets."
              : "No picture has these words in its name."}
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
