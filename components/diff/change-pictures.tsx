"use client";

import { FileText, ImageOff } from "lucide-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { SignFiles } from "@/components/files/file-facts";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { Skeleton } from "@/components/ui/loading";
import { cx } from "@/components/ui/styles";
import { type FileRef, isPdf, thumbnailOf, type UrlOf } from "@/lib/content";
import { isPicture } from "./value-text";

type Signing = { brandId: string; sign: SignFiles };

const SigningContext = createContext<Signing | null>(null);
const UrlContext = createContext<UrlOf | null>(null);

const PICTURE_PX = 96;

export function PictureSigning({ brandId, sign, children }: Signing & { children: ReactNode }) {
  return <SigningContext value={{ brandId, sign }}>{children}</SigningContext>;
}

function picturesIn(value: unknown): FileRef[] {
  if (typeof value !== "object" || value === null) return [];
  return isPicture(value) ? [value] : Object.values(value).flatMap(picturesIn);
}

/** Signs the URLs of all pictures in `values` in one batch. */
export function ChangePictures({ values, children }: { values: readonly unknown[]; children: ReactNode }) {
  const signing = useContext(SigningContext);
  const views = values.flatMap(picturesIn).map(viewOf);
  if (!signing || views.length === 0) return children;
  return (
    <SignedPictures {...signing} views={views}>
      {children}
    </SignedPictures>
  );
}

const viewOf = (file: FileRef) => thumbnailOf(file, PICTURE_PX);
const NOTHING = {};

function SignedPictures({ brandId, sign, views, children }: Signing & { views: string[]; children: ReactNode }) {
  const { urlOf } = useSignedUrls({ brandId, wanted: views, initial: NOTHING, sign });
  return <UrlContext value={urlOf}>{children}</UrlContext>;
}

function Picture({ src, file }: { src: string | null; file: FileRef }) {
  const [broken, setBroken] = useState(false);
  if (!src) return <Skeleton className="size-full" />;
  const Sign = isPdf(file) ? FileText : ImageOff;
  if (broken) return <Sign aria-hidden="true" className="size-5 text-muted" />;
  // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
  return <img src={src} alt="" onError={() => setBroken(true)} className="size-full object-contain" />;
}

/** A compared picture with its caption. Only the caption without a signer. */
export function ComparedPicture({ file, caption }: { file: FileRef; caption: string }) {
  const urlOf = useContext(UrlContext);
  if (!urlOf) return <span className="wrap-anywhere">{caption}</span>;
  return (
    <span className="inline-flex max-w-full flex-col gap-1.5 align-top">
      <span
        className={cx(
          "flex h-24 w-32 max-w-full items-center justify-center overflow-clip rounded-md border border-line p-2",
          isPdf(file) ? "bg-sunken" : "checkered",
        )}
      >
        <Picture key={urlOf(viewOf(file))} src={urlOf(viewOf(file))} file={file} />
      </span>
      <span className="wrap-anywhere">{caption}</span>
    </span>
  );
}
