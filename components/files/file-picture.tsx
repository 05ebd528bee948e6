"use client";

import { FileText, ImageOff } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/loading";
import { cx } from "@/components/ui/styles";
import { type FileRef, isPdf } from "@/lib/content";

type FilePictureProps = {
  src: string | null;
  file: Pick<FileRef, "mime" | "width" | "height">;
  alt: string;
  sign?: ReactNode;
  className?: string;
  style?: CSSProperties;
};

const DOCUMENT = <FileText aria-hidden="true" className="size-7" />;

/** A stored picture or a PDF's first page. Shows a placeholder until its URL is known. */
export function FilePicture({ src, file, alt, sign = DOCUMENT, className, style }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // The server's picture can fail before this script listens.
  useEffect(() => {
    if (src && image.current?.complete) image.current.decode().catch(() => setBroken(src));
  }, [src]);
  if (!src) return <Skeleton className="size-full min-h-6 min-w-6" />;
  if (broken === src && isPdf(file)) return sign;
  if (broken === src) {
    return (
      <span className="flex flex-col items-center gap-1 text-center text-[0.8125rem] text-muted">
        <ImageOff aria-hidden="true" className="size-5" />
        Can’t be shown
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
    <img
      ref={image}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={file.width ?? 64}
      height={file.height ?? 64}
      onError={() => setBroken(src)}
      className={cx("object-contain", isPdf(file) && "drop-shadow-sm", className)}
      style={style}
    />
  );
}
