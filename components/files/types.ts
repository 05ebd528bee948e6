import type { FileRef, FontFacts, SignedFilePath } from "@/lib/content";
import type { FormResult } from "@/lib/web/actions/form-result";

/** What the hub answers to an upload: the stored file, what was changed on the way in, and where to see it. */
export interface StoredFile {
  file: FileRef;
  report: string[];
  font: FontFacts | null;
  signedUrl: SignedFilePath;
}

/** Gives the signed URLs of a brand's files, or of renditions of them, by what `thumbnailOf` names. */
export type SignFiles = (input: {
  brandId: string;
  views: string[];
}) => Promise<FormResult<Record<string, SignedFilePath>>>;
