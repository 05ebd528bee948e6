"use client";

import { Download, ExternalLink, RefreshCw, Trash2 } from "lucide-react";
import { FileButton } from "@/components/files/file-button";
import { pixelsText, typeText } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import type { Uploads } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Dialog } from "@/components/ui/dialog";
import { EditedField, Field } from "@/components/ui/field";
import { ChoiceField } from "@/components/ui/select";
import { buttonClass } from "@/components/ui/styles";
import { TagInput } from "@/components/ui/tag-input";
import { type DescriptionItem, DescriptionList, Details } from "@/components/ui/text";
import { DOCUMENT_LIMITS, isPdf, type StoredAsset } from "@/lib/content";
import { bidiIsolate, sizeText } from "@/lib/platform/text";
import { assetEntry } from "@/lib/publishing";
import { AssetPreview } from "./asset-grid";
import { CollectionField } from "./collection-field";
import { ASSET_FILES, type AssetChange, type AssetPurpose, KIND_OPTIONS, KINDS, type ShownAsset } from "./kind-labels";

type AssetDialogProps = {
  shown: ShownAsset;
  collections: readonly string[];
  tags: readonly string[];
  reason: string | null;
  uploads: Uploads<AssetPurpose>;
  onChange: (change: AssetChange) => void;
  onDelete: () => void;
  onClose: () => void;
};

export function AssetDialog(props: AssetDialogProps) {
  const { shown, reason, uploads, onClose } = props;
  const { asset } = shown;
  const jobs = uploads.jobs.filter(({ purpose }) => purpose.kind === "replace" && purpose.id === asset.id);
  return (
    <Dialog
      open
      size="lg"
      title={<ContentText className="block">{asset.name}</ContentText>}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <AssetPreview
            large
            shown={shown}
            alt={isPdf(asset.file) ? `First page of ${asset.name}` : asset.name}
            className="h-72 w-full rounded-lg border border-line p-4 [&:has([style*=font-family])]:h-auto"
          />
          {isPdf(asset.file) ? (
            <p className="text-[0.8125rem] text-muted">
              PDFs can contain scripts, so the hub only offers them as downloads.
            </p>
          ) : null}
          <FileActions {...props} />
          <UploadResults {...uploads} jobs={jobs} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {reason ? null : <AssetFields {...props} />}
          <DescriptionList
            items={[
              ...(reason ? readings(asset) : []),
              { term: "Format", value: typeText(asset.file.mime) },
              ...(pixelsText(asset.file) ? [{ term: "Pixels", value: pixelsText(asset.file) }] : []),
              { term: "Size", value: sizeText(asset.file.bytes) },
            ]}
          />
        </div>
        <Details className="md:col-span-2" summary="Brand data for tools">
          <CodeBlock label="Entry under “assets”" code={bundleEntryOf(asset)} />
        </Details>
      </div>
    </Dialog>
  );
}

/** The asset's JSON in the bundle. Angle brackets mark values that differ on each read. */
function bundleEntryOf(asset: StoredAsset): string {
  const signed = { url: "", url_expires_at: 0 };
  const shown = { url: "<signed URL, good for 30 minutes>", url_expires_at: "<Unix seconds>" };
  return JSON.stringify({ ...assetEntry(asset, signed), ...shown }, null, 2);
}

/** The fields, for readers who can't edit them. */
const readings = ({ kind, collection, tags = [] }: StoredAsset): DescriptionItem[] => [
  { term: "Type", value: KINDS[kind].label },
  ...(collection ? [{ term: "Collection", value: <ContentText>{collection}</ContentText> }] : []),
  ...(tags.length > 0 ? [{ term: "Tags", value: <ContentText>{tags.join(", ")}</ContentText> }] : []),
];

const readName = (text: string) => text.trim() || { error: "Enter a name. Until then the asset keeps its last one." };

function AssetFields({ shown: { asset }, collections, tags, onChange }: AssetDialogProps) {
  return (
    <>
      <EditedField
        label="Name"
        value={asset.name}
        maxLength={DOCUMENT_LIMITS.label}
        read={readName}
        onChange={(name) => onChange({ name })}
      />
      <ChoiceField label="Type" options={KIND_OPTIONS} value={asset.kind} onChange={(kind) => onChange({ kind })} />
      <CollectionField
        value={asset.collection ?? ""}
        collections={collections}
        onChange={(collection) => onChange({ collection })}
      />
      <Field label="Tags">
        <TagInput
          value={asset.tags ?? []}
          maxItems={DOCUMENT_LIMITS.assetTags}
          maxLength={DOCUMENT_LIMITS.assetTag}
          placeholder="winter, outdoors"
          suggestions={tags}
          onValueChange={(next) => onChange({ tags: next })}
        />
      </Field>
    </>
  );
}

function FileActions({ shown: { asset, fileSrc, fileName }, reason, uploads, onDelete }: AssetDialogProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {fileSrc ? (
        <a href={fileSrc} download={fileName} className={buttonClass({})}>
          <Download aria-hidden="true" />
          Download
        </a>
      ) : null}
      {fileSrc && asset.file.mime.startsWith("image/") ? (
        <a href={fileSrc} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <ExternalLink aria-hidden="true" />
          Open
        </a>
      ) : null}
      {reason ? null : (
        <>
          <FileButton
            icon={<RefreshCw />}
            accept={ASSET_FILES}
            onFiles={([file]) => file && uploads.add([file], { kind: "replace", id: asset.id })}
          >
            Replace
          </FileButton>
          <ConfirmDialog
            title={<MixedText>{`Delete “${bidiIsolate(asset.name)}”?`}</MixedText>}
            effect="Tools lose it when you publish. Earlier versions and logos made from the same file keep it."
            confirmLabel="Delete asset"
            onOk={onDelete}
            trigger={
              <Button variant="ghost" icon={<Trash2 />} className="ml-auto text-danger!">
                Delete
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}
