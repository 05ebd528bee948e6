"use client";

import { FolderOpen, SearchX } from "lucide-react";
import { startTransition, useMemo, useState } from "react";
import { useDraft, useEditHistory } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import type { SignFiles } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { useUploads } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FileDrop } from "@/components/ui/file-drop";
import { useLate } from "@/components/ui/hooks";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { LiveRegion } from "@/components/ui/skip-link";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  addAsset,
  changeAsset,
  collectionsOf,
  DOCUMENT_LIMITS,
  defaultKindFor,
  fileNameFor,
  findAssets,
  MAX_UPLOAD_BYTES,
  nameFromFile,
  removeAsset,
  type SignedFilePath,
  type StoredAsset,
  tagsOf,
  thumbnailOf,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { bidiIsolate, sizeLimitText } from "@/lib/platform/text";

import { AssetGrid, AssetTable, SelectionControls } from "./asset-grid";
import { AssetToolbar, useAssetQuery } from "./asset-toolbar";
import { ASSET_FILES, type AssetPurpose, type AssetView, countText, PAGE_SIZE, THUMBNAIL_PX } from "./kind-labels";
import { useSelection } from "./use-selection";

const PANEL = { parameter: "asset", prefixes: ["assets."] };

const loadAssetDialog = () => import("./asset-dialog").then(({ AssetDialog }) => AssetDialog);

type AssetsScreenProps = {
  signedUrls: Record<string, SignedFilePath>;
  initialView: AssetView;
  signFiles: SignFiles;
  rememberView: (view: AssetView) => Promise<unknown>;
};

export function AssetsScreen({ signedUrls, initialView, signFiles, rememberView }: AssetsScreenProps) {
  const { document, update, flush, reason, canEdit, brandId, brandSlug } = useDraft();
  const { assets } = document;
  const [view, setView] = useState(initialView);
  const { id: openId, go } = usePanelAddress(PANEL);
  const { part: AssetDialog, need } = useLate(loadAssetDialog, openId !== null);
  const query = useAssetQuery();
  const { text, kind, collection, tag, page, hrefOf } = query;

  const found = useMemo(
    () => findAssets(assets, { text, kind, collection, tag }),
    [assets, text, kind, collection, tag],
  );
  const selection = useSelection(assets, found, canEdit);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const start = (Math.min(page, pages) - 1) * PAGE_SIZE;
  const onPage = found.slice(start, start + PAGE_SIZE);
  const opened = assets.find(({ id }) => id === openId);
  const wanted = [
    ...onPage.map(({ file }) => thumbnailOf(file, THUMBNAIL_PX[view])),
    ...(opened ? [opened.file.sha256, thumbnailOf(opened.file, THUMBNAIL_PX.dialog)] : []),
  ];
  const { urlOf, learn } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const show = (asset: StoredAsset, shownIn: keyof typeof THUMBNAIL_PX) => ({
    asset,
    src: urlOf(thumbnailOf(asset.file, THUMBNAIL_PX[shownIn])),
    fileSrc: urlOf(asset.file.sha256),
    fileName: fileNameFor(asset.name, asset.file.mime),
  });

  const edit = useMemo(
    () => (change: (assets: StoredAsset[]) => StoredAsset[]) =>
      update((current) => ({ ...current, assets: change(current.assets) })),
    [update],
  );
  const setAssets = useMemo(() => (next: readonly StoredAsset[]) => edit(() => [...next]), [edit]);
  const { edit: act, ...edits } = useEditHistory<readonly StoredAsset[]>(assets, setAssets, canEdit);
  const { undo, redo, undoLabel, redoLabel, announcement } = edits;
  const uploads = useUploads<AssetPurpose>(`/b/${brandSlug}/uploads`, ({ file, signedUrl }, sent, purpose) => {
    learn(file.sha256, signedUrl);
    if (purpose.kind === "replace") {
      edit((current) => changeAsset(current, purpose.id, { file }));
      return { message: "file replaced." };
    }
    if (assets.length >= DOCUMENT_LIMITS.assets)
      return { error: `A brand has at most ${DOCUMENT_LIMITS.assets} assets.` };
    const asset = {
      id: newId(),
      kind: defaultKindFor(file.mime),
      name: nameFromFile(sent.name),
      file,
      ...(collection && { collection }),
    };
    edit((current) => addAsset(current, asset));
    return { message: `added as “${bidiIsolate(asset.name)}”.` };
  });
  const chooseView = (next: AssetView) => {
    setView(next);
    startTransition(async () => {
      await rememberView(next);
    });
  };
  const collections = collectionsOf(assets).map(({ name }) => name);
  const List = view === "list" ? AssetTable : AssetGrid;

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Assets"
        description="Pictures, icons, patterns, fonts and documents for tools."
        badges={assets.length > 0 ? <Badge>{assets.length}</Badge> : null}
        actions={undoLabel || redoLabel ? <HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} /> : null}
      />
      {canEdit ? (
        <FileDrop
          compact
          multiple
          label="Upload assets"
          hint={`PNG, JPEG, WebP, SVG, WOFF2 or PDF, up to ${sizeLimitText(MAX_UPLOAD_BYTES)} each`}
          accept={ASSET_FILES}
          maxBytes={MAX_UPLOAD_BYTES}
          onFiles={(files) => uploads.add(files, { kind: "add" })}
        />
      ) : null}
      <UploadResults {...uploads} jobs={uploads.jobs.filter(({ purpose }) => purpose.kind === "add")} />
      {assets.length === 0 ? (
        <EmptyState framed icon={<FolderOpen />} title="No assets yet">
          {reason ? "Files that editors upload appear here." : "Upload files to share with your tools."}
        </EmptyState>
      ) : (
        <>
          <AssetToolbar assets={assets} query={query} view={view} onView={chooseView} />
          <LiveRegion message={text || kind || collection || tag ? `${countText(found.length)} found` : ""} />
          {canEdit ? (
            <SelectionControls
              found={found.length}
              announcement={announcement}
              {...{ assets, selection, flush }}
              collections={collections}
              filesHref={`/b/${brandSlug}/assets/files`}
              onEdit={act}
            />
          ) : null}
          {found.length === 0 ? (
            <EmptyState
              framed
              icon={<SearchX />}
              title="No matching assets"
              action={<Button onClick={query.showAll}>Show all assets</Button>}
            >
              Try fewer filters or other words.
            </EmptyState>
          ) : (
            <List
              shown={onPage.map((asset) => show(asset, view))}
              onOpen={(id) => need(() => go(id))}
              selection={canEdit ? selection : null}
            />
          )}
          {pages > 1 ? (
            <Pagination
              label="Pages of assets"
              summary={`${start + 1}–${start + onPage.length} of ${found.length}`}
              previousHref={start > 0 ? hrefOf({ page: page - 1 }) : null}
              nextHref={start + PAGE_SIZE < found.length ? hrefOf({ page: page + 1 }) : null}
            />
          ) : null}
        </>
      )}
      {AssetDialog && opened ? (
        <AssetDialog
          key={opened.id}
          shown={show(opened, "dialog")}
          collections={collections}
          tags={tagsOf(assets).map(({ name }) => name)}
          reason={reason}
          uploads={uploads}
          onChange={(change) => edit((current) => changeAsset(current, opened.id, change))}
          onDelete={() => {
            act(`Delete ${opened.name}`, removeAsset(assets, opened.id));
            go(null);
          }}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
