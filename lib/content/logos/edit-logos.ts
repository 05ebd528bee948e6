import type { LogoVariant } from "@/lib/contract";
import type { BrandDocument, LogoEntry } from "../document/brand-document";
import type { FileRef } from "../document/file-ref";

export type Logos = BrandDocument["logos"];

const STARTS: Record<LogoVariant, Pick<LogoEntry, "label" | "background" | "min_width_px">> = {
  logo_positive: { label: "Logo for light surfaces", background: "light", min_width_px: 120 },
  logo_negative: { label: "Logo for dark surfaces", background: "dark", min_width_px: 120 },
  symbol: { label: "Symbol", background: "any", min_width_px: 24 },
  wordmark: { label: "Wordmark", background: "light", min_width_px: 80 },
  favicon: { label: "Favicon", background: "any", min_width_px: 16 },
  other: { label: "Logo", background: "any", min_width_px: 0 },
};

/** The smallest width, in pixels, that is usual for a variant. */
export const usualWidth = (variant: LogoVariant): number => STARTS[variant].min_width_px;

/** The entry that a new file of a variant starts with: what is usual for the variant, to be corrected by a person. */
export const newLogo = (input: { id: string; variant: LogoVariant; file: FileRef; label?: string }): LogoEntry => ({
  ...STARTS[input.variant],
  id: input.id,
  variant: input.variant,
  label: input.label || STARTS[input.variant].label,
  usage: "",
  clear_space: "",
  file: input.file,
});

export const addLogo = (logos: Logos, item: LogoEntry): Logos => ({ ...logos, items: [...logos.items, item] });

/** The logos with fields of one entry changed; its id stays. Unchanged when the entry is gone. */
export function changeLogo(logos: Logos, id: string, change: Partial<Omit<LogoEntry, "id">>): Logos {
  if (!logos.items.some((item) => item.id === id)) return logos;
  return { ...logos, items: logos.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}

export const removeLogo = (logos: Logos, id: string): Logos => ({
  ...logos,
  items: logos.items.filter((item) => item.id !== id),
});

/** The logos with these rules; lines that say nothing are left out. */
export const setRules = (logos: Logos, lines: readonly string[]): Logos => ({
  ...logos,
  rules: lines.map((line) => line.trim()).filter(Boolean),
});
