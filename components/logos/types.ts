import type { ClearSpace, LogoEntry, Rendition } from "@/lib/content";
import type { LogoVariant } from "@/lib/contract";

export interface ShownLogo {
  item: LogoEntry;
  clearSpace: ClearSpace;
  /** Warnings about the file. Some appear after this window has analysed it. */
  warnings: readonly string[];
  /** Signed URL of the preview. Null until known. */
  src: string | null;
  fileSrc: string | null;
  /** Returns a signed PNG URL, or null when signing failed. */
  signPng: (rendition: Rendition) => Promise<string | null>;
  fileName: string;
}

export const LOGO_PX = 480;

export type LogoChange = Partial<Omit<LogoEntry, "id">>;

export type LogoPurpose = { kind: "add"; variant: LogoVariant } | { kind: "replace"; id: string };

export const LOGO_FILES = "image/png,image/jpeg,image/webp,image/svg+xml";
