"use client";

import { ImageOff } from "lucide-react";
import Image from "next/image";
import { type CSSProperties, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileRef } from "@/lib/brand-document";

type FilePictureProps = {
  /** Its signed URL; null while that is not known. */
  src: string | null;
  file: Pick<FileRef, "width" | "height">;
  alt: string;
  className?: string;
  style?: CSSProperties;
};

/** A stored picture: a placeholder while its URL is fetched, and words where it cannot be shown. */
export function FilePicture({ src, file, alt, className, style }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src) return <Skeleton className="size-full min-h-6 min-w-6" />;
  if (broken === src) {
    return (
      <span className="flex flex-col items-center gap-1 text-center text-[0.8125rem] text-muted">
        <ImageOff aria-hidden="true" className="size-5" />
        Cannot be shown
      </span>
    );
  }
  return (
    <Image
      src={src}
      alt={alt}
      width={file.width ?? 64}
      height={file.height ?? 64}
      onError={() => setBroken(src)}
      className={cx("object-contain", className)}
      style={style}
    />
  );
}
