import type { FileRef, FontFacts, SignedFilePath } from "@/lib/content";
import { sizeText } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

const TYPES: Record<string, string> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
  "font/woff2": "WOFF2 font",
  "application/pdf": "PDF",
};

export const typeText = (mime: string): string => TYPES[mime] ?? mime;

export const pixelsText = ({ width, height }: Pick<FileRef, "width" | "height">): string =>
  width && height ? `${width} × ${height}` : "";

export const fileFacts = (file: FileRef): string =>
  [typeText(file.mime), pixelsText(file), sizeText(file.bytes)].filter(Boolean).join(" · ");

export interface StoredFile {
  file: FileRef;
  report: string[];
  font: FontFacts | null;
  signedUrl: SignedFilePath;
}

/** Signs URLs of files or renditions, keyed as by `thumbnailOf`. */
export type SignFiles = (input: {
  brandId: string;
  views: string[];
}) => Promise<FormResult<Record<string, SignedFilePath>>>;
