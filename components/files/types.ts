import type { FormResult } from "@/lib/actions/form-result";
import type { SignedFilePath } from "@/lib/assets";
import type { FileRef } from "@/lib/brand-document";
import type { FontFacts } from "@/lib/typography";

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
