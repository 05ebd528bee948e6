import type { LogoBackground, LogoVariant } from "@/lib/contract";

export const VARIANT_LABELS: Record<LogoVariant, { label: string; hint: string }> = {
  logo_positive: { label: "Positive logo", hint: "The whole logo, for light surfaces. The one most people see." },
  logo_negative: { label: "Negative logo", hint: "The whole logo, for dark surfaces." },
  symbol: { label: "Symbol", hint: "The mark alone, where the name stands nearby: avatars, stickers, app icons." },
  wordmark: { label: "Wordmark", hint: "The name alone, where there is no room for the symbol." },
  favicon: { label: "Favicon", hint: "For browser tabs; must read at 16 px." },
  other: { label: "Other versions", hint: "One-colour logos, stamps, app icons, lockups with partners." },
};

export const BACKGROUND_CLASS: Record<LogoBackground, string> = {
  light: "bg-white text-black",
  dark: "bg-black text-white",
  any: "checkered",
};

export const BACKGROUND_LABELS: Record<LogoBackground, string> = {
  light: "Light surfaces",
  dark: "Dark surfaces",
  any: "Any surface",
};
