import type { ClearSpace, LogoEntry, Rendition } from "@/lib/content";
import type { LogoBackground, LogoVariant } from "@/lib/contract";

export const VARIANT_LABELS: Record<LogoVariant, { label: string; hint: string }> = {
  logo_positive: { label: "Positive logo", hint: "The full logo for light backgrounds." },
  logo_negative: { label: "Negative logo", hint: "The full logo for dark backgrounds." },
  symbol: { label: "Symbol", hint: "The mark without the name, for avatars, stickers and app icons." },
  wordmark: { label: "Wordmark", hint: "The name without the symbol, for small spaces." },
  favicon: { label: "Favicon", hint: "For browser tabs. Must be legible at 16 px." },
  other: { label: "Other versions", hint: "One-colour logos, stamps, app icons and partner lockups." },
};

export const BACKGROUND_CLASS: Record<LogoBackground, string> = {
  light: "bg-white text-black",
  dark: "bg-black text-white",
  any: "checkered",
};

export const BACKGROUND_LABELS: Record<LogoBackground, string> = {
  light: "Light backgrounds",
  dark: "Dark backgrounds",
  any: "Any background",
};

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
