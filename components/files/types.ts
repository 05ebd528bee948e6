import type { FileRef, FontFacts, SignedFilePath } from "@/lib/content";
import type { FormResult } from "@/lib/web/actions/form-result";

/** The response to an upload: the stored file, what the hub changed in it, and its URL. */
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
