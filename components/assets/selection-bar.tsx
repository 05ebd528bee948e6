"use client";

import { Download, FolderInput, Tag, Trash2, X } from "lucide-react";
import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from "react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { TagInput } from "@/components/ui/tag-input";
import {
  collectAssets,
  DOCUMENT_LIMITS,
  overTagLimit,
  removeAssets,
  type StoredAsset,
  tagAssets,
  tagsOf,
  untagAssets,
} from "@/lib/content";
import { bidiIsolate } from "@/lib/platform/text";
import { CollectionField } from "./collection-field";
import { countText, type EditAssets } from "./kind-labels";
import type { Selection } from "./use-selection";

type SelectionDialogProps = {
  assets: readonly StoredAsset[];
  selected: readonly StoredAsset[];
  ids: ReadonlySet<string>;
  collections: readonly string[];
  onEdit: EditAssets;
  onClose: () => void;
};

type FrameProps = {
  title: string;
  submitLabel: string;
  submit: () => string | undefined;
  otherwise?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

function Frame({ title, submitLabel, submit, otherwise, onClose, children }: FrameProps) {
  const [problem, setProblem] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const refused = submit();
    setProblem(refused ?? "");
    if (!refused) onClose();
  };
  return (
    <Dialog open title={title} onOpenChange={(open) => open || onClose()}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <FormMessage>{problem ? <MixedText>{problem}</MixedText> : null}</FormMessage>
        {children}
        <DialogFooter>
          <DialogClose />
          {otherwise}
          <Button type="submit" variant="primary">
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function CollectDialog({ assets, selected, ids, collections, onEdit, onClose }: SelectionDialogProps) {
  const [name, setName] = useState("");
  const within = selected.filter(({ collection }) => collection?.trim()).length;
  const submit = () => {
    const collection = name.trim();
    if (!collection) return "Enter a name.";
    const next = collectAssets(assets, ids, collection);
    if (next === assets) return `They’re all in “${bidiIsolate(collection)}” already.`;
    onEdit(`Add ${countText(selected.length)} to “${collection}”`, next);
  };
  const takeOut = () => {
    onEdit(
      `Remove ${countText(within)} from ${within === 1 ? "its collection" : "their collections"}`,
      collectAssets(assets, ids, ""),
    );
    onClose();
  };
  return (
    <Frame
      title={`Collection for ${countText(selected.length)}`}
      submitLabel="Add to collection"
      submit={submit}
      onClose={onClose}
      otherwise={within > 0 ? <Button onClick={takeOut}>Remove from collection</Button> : null}
    >
      <CollectionField value={name} collections={collections} onChange={setName} />
    </Frame>
  );
}

const SHOWN = 5;

/** Adds tags to the whole selection, or to none when one asset would exceed the limit. */
function TagDialog({ assets, selected, ids, onEdit, onClose }: SelectionDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const submit = () => {
    if (tags.length === 0) return "Enter a tag.";
    const over = overTagLimit(assets, ids, tags);
    if (over.length > 0) {
      const named = over.slice(0, SHOWN).map(({ name, count }) => `“${bidiIsolate(name)}” (${count})`);
      const rest = over.length > SHOWN ? ` and ${countText(over.length - SHOWN)} more` : "";
      return `No tags added: at most ${DOCUMENT_LIMITS.assetTags} per asset. Over that: ${named.join(", ")}${rest}.`;
    }
    const next = tagAssets(assets, ids, tags);
    if (next === assets) return "They all have these tags already.";
    onEdit(`Add ${tagsText(tags)} to ${countText(selected.length)}`, next);
  };
  return (
    <Frame title={`Add tags to ${countText(selected.length)}`} submitLabel="Add tags" submit={submit} onClose={onClose}>
      <Field label="Tags" hint="Press Enter or comma after each tag.">
        <TagInput
          value={tags}
          maxItems={DOCUMENT_LIMITS.assetTags}
          maxLength={DOCUMENT_LIMITS.assetTag}
          placeholder="winter, outdoors"
          suggestions={tagsOf(assets).map(({ name }) => name)}
          // Adding the tag on blur would move the submit button before the press ends.
          className="min-h-28 content-start"
          onValueChange={setTags}
        />
      </Field>
    </Frame>
  );
}

function UntagDialog({ assets, selected, ids, onEdit, onClose }: SelectionDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const submit = () => {
    if (tags.length === 0) return "Choose a tag.";
    onEdit(`Remove ${tagsText(tags)} from ${countText(selected.length)}`, untagAssets(assets, ids, tags));
  };
  return (
    <Frame
      title={`Remove tags from ${countText(selected.length)}`}
      submitLabel="Remove tags"
      submit={submit}
      onClose={onClose}
    >
      <div className="flex max-h-64 flex-col gap-2 overflow-y-auto">
        {tagsOf(selected).map(({ name, count }) => (
          <Checkbox
            key={name}
            label={<ContentText>{name}</ContentText>}
            hint={`On ${countText(count)}`}
            checked={tags.includes(name)}
            onCheckedChange={(wanted) => setTags(wanted ? [...tags, name] : tags.filter((tag) => tag !== name))}
          />
        ))}
      </div>
    </Frame>
  );
}

const tagsText = (tags: readonly string[]) => (tags.length === 1 ? `“${tags[0]}”` : `${tags.length} tags`);

type SelectionBarProps = {
  assets: readonly StoredAsset[];
  selection: Selection;
  collections: readonly string[];
  filesHref: string;
  /** Saves the draft, so that the download matches the screen. False when that failed: the draft bar says why. */
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

/** Actions on the selected assets. Each is one edit of the draft. */
export function SelectionBar({ assets, selection, collections, filesHref, flush, onEdit, onClear }: SelectionBarProps) {
  const { ids, selected, hidden } = selection;
  // The URL holds no selection, so it can't open these dialogs either.
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
        <Button size="sm" disabledReason={tagged ? null : "None of them has tags"} onClick={() => setOpen("untag")}>
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
        <span aria-hidden="true" className="h-5 w-px bg-line" />
        <ConfirmDialog
          title={`Delete ${countText(selected.length)}?`}
          effect="Tools lose them when you publish. Earlier versions and logos made from the same files keep them."
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
