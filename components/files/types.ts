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

/** Gives the signed URLs of a brand's files, by their content. */
export type SignFiles = (input: {
  brandId: string;
  sha256s: string[];
}) => Promise<FormResult<Record<string, SignedFilePath>>>;

/** Where the bytes of a file can be read now; null while that is not known. */
export type UrlOf = (sha256: string) => string | null;
