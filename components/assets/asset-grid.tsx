"use client";

import { useEffect, useRef, useState } from "react";
import { pixelsText, typeText } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import { useLate } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { type Column, Table } from "@/components/ui/table";
import { NameOnLine } from "@/components/ui/text";
import { thenFocus } from "@/components/ui/then-focus";
import { hasPicture, isPdf, type StoredAsset } from "@/lib/content";
import { sizeText } from "@/lib/platform/text";
import { countText, type EditAssets, KINDS, type ShownAsset } from "./kind-labels";
import type { Selection } from "./use-selection";

const loadBar = () => import("./selection-bar").then(({ SelectionBar }) => SelectionBar);

type SelectionControlsProps = {
  assets: readonly StoredAsset[];
  found: number;
  selection: Selection;
  collections: readonly string[];
  filesHref: string;
  flush: () => Promise<boolean>;
  announcement: string;
  onEdit: EditAssets;
};

export function SelectionControls({ found, announcement, ...bar }: SelectionControlsProps) {
  const { selected, hidden, all, pressAll, clear } = bar.selection;
  const any = selected.length > 0;
  const { part: Bar } = useLate(loadBar, any);
  const box = useRef<HTMLInputElement>(null);
  const some = any && hidden < selected.length && !all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {found > 0 ? (
          <Checkbox ref={box} label={`Select all ${countText(found)}`} checked={all} onCheckedChange={pressAll} />
        ) : null}
        <LiveRegion visible message={announcement} className="text-[0.8125rem] text-muted" />
        <LiveRegion message={any ? `${countText(selected.length)} selected` : ""} />
      </div>
      {Bar && any ? <Bar {...bar} onClear={() => thenFocus(clear, () => box.current)} /> : null}
    </>
  );
}

type SelectBoxProps = { asset: StoredAsset; selection: Selection; className?: string };

function SelectBox({ asset: { id, name }, selection, className }: SelectBoxProps) {
  return (
    <Checkbox
      hideLabel
      className={className}
      label={
        <>
          Select <ContentText>{name}</ContentText>
        </>
      }
      checked={selection.ids.has(id)}
      onClick={(event) => selection.press(id, event.currentTarget.checked, event.shiftKey)}
    />
  );
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 &?!€";
const SENTENCE = "Sphinx of black quartz, judge my vow";

function FontSpecimen({ id, src, large }: { id: string; src: string | null; large: boolean }) {
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  const family = `asset-${id}`;
  useEffect(() => {
    if (!src) return;
    let dropped = false;
    const face = new FontFace(family, `url("${src}")`);
    setState("loading");
    face.load().then(
      () => {
        if (dropped) return;
        document.fonts.add(face);
        setState("ready");
      },
      () => {
        if (!dropped) setState("broken");
      },
    );
    return () => {
      dropped = true;
      document.fonts.delete(face);
    };
  }, [family, src]);

  if (state === "broken") return <span className="p-4 text-center text-[0.8125rem]">Can’t show this font</span>;
  if (state === "loading") return <Skeleton className="h-8 w-16" />;
  if (!large) {
    return (
      <span aria-hidden="true" className="text-4xl text-ink" style={{ fontFamily: family }}>
        Ag
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-4 p-6 text-ink wrap-anywhere" style={{ fontFamily: family }}>
      <span className="text-3xl leading-tight">{SENTENCE}</span>
      <span className="text-xl leading-relaxed">{ALPHABET}</span>
    </span>
  );
}

type AssetPreviewProps = { shown: ShownAsset; large?: boolean; alt?: string; className?: string };

export function AssetPreview({ shown: { asset, src }, large = false, alt = "", className }: AssetPreviewProps) {
  const { file, kind } = asset;
  const { Icon } = KINDS[kind];
  const picture = hasPicture(file);
  const sign = <Icon aria-hidden="true" className={large ? "size-12" : "size-7"} />;
  return (
    <span
      className={cx(
        "flex min-w-0 items-center justify-center overflow-clip",
        picture && !isPdf(file) ? "checkered" : "bg-sunken text-muted",
        className,
      )}
    >
      {picture ? <FilePicture src={src} file={file} alt={alt} sign={sign} className="size-full" /> : null}
      {file.mime === "font/woff2" ? <FontSpecimen id={asset.id} src={src} large={large} /> : null}
      {picture || file.mime === "font/woff2" ? null : sign}
    </span>
  );
}

export type AssetListProps = {
  shown: readonly ShownAsset[];
  onOpen: (id: string) => void;
  /** Null when the reader can't edit, and so can't select. */
  selection: Selection | null;
};

export function AssetGrid({ shown, onOpen, selection }: AssetListProps) {
  return (
    <ul
      aria-label="Assets"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-3 max-sm:grid-cols-2"
    >
      {shown.map((one) => (
        <li key={one.asset.id} className="relative min-w-0 rounded-xl has-checked:ring-2 has-checked:ring-ink">
          <button
            type="button"
            onClick={() => onOpen(one.asset.id)}
            className="flex w-full min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface text-left transition-colors hover:border-line-strong hover:bg-hover"
          >
            <AssetPreview shown={one} className="h-36 w-full border-line border-b p-3" />
            <span className="flex w-full min-w-0 flex-col gap-0.5 px-3 py-2.5">
              <ContentText className="min-w-0 font-medium">
                <NameOnLine>{one.asset.name}</NameOnLine>
              </ContentText>
              <span className="truncate text-[0.8125rem] text-muted">
                {[KINDS[one.asset.kind].label, typeText(one.asset.file.mime), sizeText(one.asset.file.bytes)].join(
                  " · ",
                )}
              </span>
            </span>
          </button>
          {selection ? (
            <SelectBox
              asset={one.asset}
              selection={selection}
              className="absolute top-2 left-2 rounded-md bg-surface/90"
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

export function AssetTable({ shown, onOpen, selection }: AssetListProps) {
  const boxes: Column<ShownAsset>[] = selection
    ? [
        {
          header: "Select",
          hideHeader: true,
          className: "sm:w-0 sm:pr-0! max-sm:float-right",
          cell: ({ asset }) => <SelectBox asset={asset} selection={selection} />,
        },
      ]
    : [];
  const columns: Column<ShownAsset>[] = [
    ...boxes,
    {
      header: "Name",
      rowHeader: true,
      cell: (one) => (
        <button
          type="button"
          onClick={() => onOpen(one.asset.id)}
          className="flex min-h-6 min-w-0 items-center gap-3 rounded-sm text-left hover:underline"
        >
          <AssetPreview shown={one} className="size-10 shrink-0 rounded-md border border-line p-1" />
          <ContentText className="min-w-0 wrap-anywhere">{one.asset.name}</ContentText>
        </button>
      ),
    },
    { header: "Type", cell: ({ asset }) => KINDS[asset.kind].label },
    { header: "Format", cell: ({ asset }) => typeText(asset.file.mime) },
    {
      header: "Pixels",
      align: "end",
      className: "whitespace-nowrap",
      cell: ({ asset }) => pixelsText(asset.file) || "–",
    },
    { header: "Size", align: "end", className: "whitespace-nowrap", cell: ({ asset }) => sizeText(asset.file.bytes) },
  ];
  return (
    <Card flush>
      <Table caption="Assets" columns={columns} rows={shown} rowKey={({ asset }) => asset.id} />
    </Card>
  );
}
