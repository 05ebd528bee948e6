"use client";

import { FilePicture } from "@/components/files/file-picture";
import { cx } from "@/components/ui/cx";
import { hasPicture, isPdf } from "@/lib/assets";
import { FontSpecimen } from "./font-specimen";
import { KINDS } from "./kind-labels";
import type { ShownAsset } from "./types";

type AssetPreviewProps = { shown: ShownAsset; large?: boolean; alt?: string; className?: string };

/** What an asset looks like: the picture, the first page of a PDF, the letters of a font, or a sign for what has no looks. */
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
