import type { z } from "zod";
import type { LogoRule } from "@/lib/contract";
import type { LogoEntry } from "../document/brand-document";
import type { StoredLogoRule } from "../document/logo-rule";

export type RuleChange = { [Key in keyof StoredLogoRule]?: StoredLogoRule[Key] | undefined };

const filled = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(filled) : value !== undefined;

/** The rule with fields changed, without what is empty; undefined where nothing is stated any more. */
export function changeRule(rule: StoredLogoRule | undefined, change: RuleChange): StoredLogoRule | undefined {
  const fields = Object.entries({ ...rule, ...change }).filter(([, value]) => filled(value));
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

export function withRule({ rule: _, ...logo }: LogoEntry, rule: StoredLogoRule | undefined): LogoEntry {
  return rule ? { ...logo, rule } : logo;
}

/** A logo as it is published: its rule names only colours that are there, and is absent where it says nothing. */
export function tidyRule(logo: LogoEntry, colorIds: ReadonlySet<string>): LogoEntry {
  const { rule } = logo;
  if (!rule) return withRule(logo, undefined);
  const { allowed_backgrounds: grounds } = rule;
  const { surfaces = [], colors = [] } = grounds ?? {};
  const known = colors.filter((id) => colorIds.has(id));
  const kept = { ...(surfaces.length > 0 && { surfaces }), ...(known.length > 0 && { colors: known }) };
  return withRule(logo, changeRule(rule, { allowed_backgrounds: kept }));
}

/** What a bundle says of single logos beside them; empty where the brand states no rule. */
export function publishLogoRules(items: readonly LogoEntry[]): { logo_rules?: z.input<typeof LogoRule>[] } {
  const rules = items.flatMap(({ id, rule }) => (rule ? [{ logo_id: id, ...rule }] : []));
  return rules.length > 0 ? { logo_rules: rules } : {};
}
