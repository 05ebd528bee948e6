import type { z } from "zod";
import type { LogoRule, LogoVariant } from "@/lib/contract";
import type { BrandDocument, LogoEntry } from "../document/brand-document";
import type { FileRef, StoredLogoRule } from "../document/guidelines";

export type Logos = BrandDocument["logos"];

const STARTS: Record<LogoVariant, Pick<LogoEntry, "label" | "background" | "min_width_px">> = {
  logo_positive: { label: "Logo for light backgrounds", background: "light", min_width_px: 120 },
  logo_negative: { label: "Logo for dark backgrounds", background: "dark", min_width_px: 120 },
  symbol: { label: "Symbol", background: "any", min_width_px: 24 },
  wordmark: { label: "Wordmark", background: "light", min_width_px: 80 },
  favicon: { label: "Favicon", background: "any", min_width_px: 16 },
  other: { label: "Logo", background: "any", min_width_px: 0 },
};

export const usualWidth = (variant: LogoVariant): number => STARTS[variant].min_width_px;

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

/** Returns the same object if the logo doesn't exist. */
export function changeLogo(logos: Logos, id: string, change: Partial<Omit<LogoEntry, "id">>): Logos {
  if (!logos.items.some((item) => item.id === id)) return logos;
  return { ...logos, items: logos.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}

export const removeLogo = (logos: Logos, id: string): Logos => ({
  ...logos,
  items: logos.items.filter((item) => item.id !== id),
});

export const setRules = (logos: Logos, lines: readonly string[]): Logos => ({
  ...logos,
  rules: lines.map((line) => line.trim()).filter(Boolean),
});

export type RuleChange = { [Key in keyof StoredLogoRule]?: StoredLogoRule[Key] | undefined };

const filled = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(filled) : value !== undefined;

/** Undefined if nothing is left. */
export function changeRule(rule: StoredLogoRule | undefined, change: RuleChange): StoredLogoRule | undefined {
  const fields = Object.entries({ ...rule, ...change }).filter(([, value]) => filled(value));
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

export function withRule({ rule: _, ...logo }: LogoEntry, rule: StoredLogoRule | undefined): LogoEntry {
  return rule ? { ...logo, rule } : logo;
}

/** As published: drops removed colours and an empty rule. */
export function tidyRule(logo: LogoEntry, colorIds: ReadonlySet<string>): LogoEntry {
  const { rule } = logo;
  if (!rule) return withRule(logo, undefined);
  const { allowed_backgrounds: grounds } = rule;
  const { surfaces = [], colors = [] } = grounds ?? {};
  const known = colors.filter((id) => colorIds.has(id));
  const kept = { ...(surfaces.length > 0 && { surfaces }), ...(known.length > 0 && { colors: known }) };
  return withRule(logo, changeRule(rule, { allowed_backgrounds: kept }));
}

export function publishLogoRules(items: readonly LogoEntry[]): { logo_rules?: z.input<typeof LogoRule>[] } {
  const rules = items.flatMap(({ id, rule }) => (rule ? [{ logo_id: id, ...rule }] : []));
  return rules.length > 0 ? { logo_rules: rules } : {};
}
