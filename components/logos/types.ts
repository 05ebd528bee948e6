import type { ClearSpace, LogoEntry, Rendition } from "@/lib/content";
import type { LogoVariant } from "@/lib/contract";

export interface ShownLogo {
  item: LogoEntry;
  clearSpace: ClearSpace;
  /** What a person should look at again in its file, in sentences; some come once a window has seen it. */
  warnings: readonly string[];
  /** Signed URL of what shows it: a rendition of a large picture; null while that is not known. */
  src: string | null;
  fileSrc: string | null;
  /** Signed URL of it as PNG; null where it cannot be had now. */
  signPng: (rendition: Rendition) => Promise<string | null>;
  /** What its download is called. */
  fileName: string;
}

/** CSS pixels of the largest picture of a logo. */
export const LOGO_PX = 480;

export type LogoChange = Partial<Omit<LogoEntry, "id">>;

/** What an upload is for: a new entry of a variant, or another file for an entry. */
export type LogoPurpose = { kind: "add"; variant: LogoVariant } | { kind: "replace"; id: string };

export const LOGO_FILES = "image/png,image/jpeg,image/webp,image/svg+xml";
