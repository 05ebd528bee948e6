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
