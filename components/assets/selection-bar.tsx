"use client";

import { Download, FolderInput, Tag, Trash2, X } from "lucide-react";
import { type ComponentType, useRef } from "react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { removeAssets } from "@/lib/assets";
import type { StoredAsset } from "@/lib/brand-document";
import { CollectDialog, type SelectionDialogProps, TagDialog, UntagDialog } from "./selection-dialogs";
import { countText, type EditAssets } from "./types";
import type { Selection } from "./use-selection";

type SelectionBarProps = {
  assets: readonly StoredAsset[];
  selection: Selection;
  collections: readonly string[];
  /** Where a form that names assets is answered with their files. */
  filesHref: string;
  /** Has the draft saved, so that the files are of what is shown; false when that failed, which the draft's bar says. */
  flush: () => Promise<boolean>;
  onEdit: EditAssets;
  onClear: () => void;
};

const NAMES = ["collect", "tag", "untag"] as const;
const DIALOGS: Record<(typeof NAMES)[number], ComponentType<SelectionDialogProps>> = {
  collect: CollectDialog,
  tag: TagDialog,
  untag: UntagDialog,
};

/** What can be done with all the assets that are selected. Each act is one edit of the draft. */
export function SelectionBar({ assets, selection, collections, filesHref, flush, onEdit, onClear }: SelectionBarProps) {
  const { ids, selected, hidden } = selection;
  // What is selected is in no address: none can ask for what would be done with it.
  const { open, setOpen } = useDialogAddress(NAMES, () => false);
  const form = useRef<HTMLFormElement>(null);
  const Dialog = open && DIALOGS[open];
  const tagged = selected.some(({ tags = [] }) => tags.length > 0);
  const download = async () => {
    if (await flush()) form.current?.submit();
  };
  return (
    <section
      aria-label="Selected assets"
      className="sticky top-3 z-20 flex animate-rise-in flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-raised px-4 py-2.5 shadow-floating max-lg:top-15 max-sm:-mx-1 max-sm:px-3"
    >
      <p className="grow font-medium tabular-nums">
        {countText(selected.length)} selected
        {hidden > 0 ? <span className="font-normal text-muted"> · {hidden} not shown here</span> : null}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={<FolderInput />} onClick={() => setOpen("collect")}>
          Collection
        </Button>
        <Button size="sm" icon={<Tag />} onClick={() => setOpen("tag")}>
          Add tags
        </Button>
        <Button size="sm" disabledReason={tagged ? null : "None of them has a tag."} onClick={() => setOpen("untag")}>
          Remove tags
        </Button>
        <form ref={form} method="post" action={filesHref}>
          {selected.map(({ id }) => (
            <input key={id} type="hidden" name="asset" value={id} />
          ))}
          <Button size="sm" icon={<Download />} onClick={() => void download()}>
            Download
          </Button>
        </form>
        <ConfirmDialog
          title={`Delete ${countText(selected.length)}?`}
          effect="Tools that read the bundle lose them with the next version you publish. Earlier versions keep them, and so does every logo made of the same files."
          confirmLabel={`Delete ${countText(selected.length)}`}
          onOk={() => onEdit(`Delete ${countText(selected.length)}`, removeAssets(assets, ids))}
          trigger={
            <Button size="sm" icon={<Trash2 />}>
              Delete
            </Button>
          }
        />
        <IconButton size="sm" icon={<X />} label="Clear selection" aria-keyshortcuts="Escape" onClick={onClear} />
      </div>
      {Dialog ? <Dialog {...{ assets, selected, ids, collections, onEdit }} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
