import type { FileRef, FontFacts, SignedFilePath } from "@/lib/content";
import type { FormResult } from "@/lib/web/actions/form-result";

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
