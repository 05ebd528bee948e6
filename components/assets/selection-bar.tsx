"use client";

import { Download, FolderInput, Tag, Trash2, X } from "lucide-react";
import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from "react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { IconButton } from "@/components/ui/icon-button";
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
import { isolated } from "@/lib/platform/text";
import { CollectionField } from "./collection-field";
import { countText, type EditAssets } from "./types";
import type { Selection } from "./use-selection";

type SelectionDialogProps = {
  assets: readonly StoredAsset[];
  /** The chosen ones of them, and their ids. */
  selected: readonly StoredAsset[];
  ids: ReadonlySet<string>;
  collections: readonly string[];
  onEdit: EditAssets;
  onClose: () => void;
};

type FrameProps = {
  title: string;
  submitLabel: string;
  /** Does it, or says why not. */
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
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          {otherwise}
          <Button type="submit" variant="primary">
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Puts what is selected into a collection, or takes it out of those it is in. */
function CollectDialog({ assets, selected, ids, collections, onEdit, onClose }: SelectionDialogProps) {
  const [name, setName] = useState("");
  const within = selected.filter(({ collection }) => collection?.trim()).length;
  const submit = () => {
    const collection = name.trim();
    if (!collection) return "Name the collection first.";
    const next = collectAssets(assets, ids, collection);
    if (next === assets) return `All of them are in “${isolated(collection)}” already.`;
    onEdit(`Put ${countText(selected.length)} into “${collection}”`, next);
  };
  const takeOut = () => {
    onEdit(
      `Take ${countText(within)} out of ${within === 1 ? "its collection" : "their collections"}`,
      collectAssets(assets, ids, ""),
    );
    onClose();
  };
  return (
    <Frame
      title={`Collection of ${countText(selected.length)}`}
      submitLabel="Put into collection"
      submit={submit}
      onClose={onClose}
      otherwise={within > 0 ? <Button onClick={takeOut}>Take out of collection</Button> : null}
    >
      <CollectionField value={name} collections={collections} onChange={setName} />
    </Frame>
  );
}

const SHOWN = 5;

/** Adds tags to all that is selected, or to nothing where one of it would have too many. */
function TagDialog({ assets, selected, ids, onEdit, onClose }: SelectionDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const submit = () => {
    if (tags.length === 0) return "Type a tag first.";
    const over = overTagLimit(assets, ids, tags);
    if (over.length > 0) {
      const named = over.slice(0, SHOWN).map(({ name, count }) => `“${isolated(name)}” (${count})`);
      const rest = over.length > SHOWN ? ` and ${countText(over.length - SHOWN)} more` : "";
      return `Nothing was added: an asset has at most ${DOCUMENT_LIMITS.assetTags} tags. Over that would be ${named.join(", ")}${rest}.`;
    }
    const next = tagAssets(assets, ids, tags);
    if (next === assets) return "All of them have that already.";
    onEdit(`Add ${tagsText(tags)} to ${countText(selected.length)}`, next);
  };
  return (
    <Frame title={`Add tags to ${countText(selected.length)}`} submitLabel="Add tags" submit={submit} onClose={onClose}>
      <Field label="Tags" hint="Enter or a comma ends each.">
        <TagInput
          value={tags}
          maxItems={DOCUMENT_LIMITS.assetTags}
          maxLength={DOCUMENT_LIMITS.assetTag}
          placeholder="Such as: winter, outdoors"
          suggestions={tagsOf(assets).map(({ name }) => name)}
          // What is typed becomes a tag at the press of the button, which must not move away below it.
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
    if (tags.length === 0) return "Choose a tag first.";
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
