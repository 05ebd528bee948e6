import {
  type BrandDocument,
  exampleText,
  gradientText,
  logoRuleText,
  type NameOf,
  printText,
  ruleText,
  type StoredColorRule,
  type StoredExample,
  type StoredGradient,
  type StoredLogoRule,
  type StoredPrint,
  type StoredScale,
  scaleText,
  type TokenValue,
  tokenText,
} from "@/lib/content";
import type { FoundationGroup } from "@/lib/contract";
import type { FieldChange } from "./diff-documents";
import { type DiffBudget, diffValue, sizeOf, type ValueDiff } from "./value-diff";

type Tell = (value: unknown) => string | string[] | undefined;

const told =
  <Value>(text: (value: Value) => string | string[]): Tell =>
  (value) =>
    value === undefined ? undefined : text(value as Value);

/** Null for paths other than colours, foundations and imagery. */
function statedText(path: string, nameOf: NameOf): Tell | null {
  if (path.startsWith("colors.scales.")) return told<StoredScale>(scaleText);
  if (path.startsWith("colors.print.")) return told<StoredPrint>(printText);
  if (path.startsWith("colors.gradients."))
    return told<StoredGradient>((gradient) => `${gradient.name}: ${gradientText(gradient, nameOf)}`);
  if (path.startsWith("colors.rules.")) return told<StoredColorRule>((rule) => ruleText(rule, nameOf));
  if (/^imagery\.\w+\.(dos|donts)$/.test(path))
    return told<StoredExample[]>((examples) => examples.map((example) => exampleText(example, nameOf)));
  if (/^imagery\.\w+\.(grid_px|stroke_px)$/.test(path)) return told<number>((value) => `${value} px`);
  if (path.startsWith("logos.checks.")) return told<StoredLogoRule>((rule) => logoRuleText(rule, nameOf));
  if (path.startsWith("foundations.")) {
    const group = path.split(".")[1] as FoundationGroup;
    return told<TokenValue<typeof group>>((value) => tokenText(group, value));
  }
  return null;
}

export type ChangedField = Pick<FieldChange, "path" | "part" | "label">;

export interface FieldDiff extends ChangedField {
  field: string;
  /** Null if it is too long for the page. */
  diff: ValueDiff | null;
}

/** Characters of a page's changes, including the markup of each marked word. Keeps the HTML below 1 MB. */
const PAGE_CHARACTERS = 80_000;

export function entryNames(...documents: readonly BrandDocument[]): ReadonlyMap<string, string> {
  return new Map(
    documents.flatMap(({ colors, logos, assets, typography }) => [
      ...colors.palette.map(({ id, name }): [string, string] => [id, name]),
      ...logos.items.map(({ id, label }): [string, string] => [id, label]),
      ...assets.map(({ id, name }): [string, string] => [id, name]),
      ...(typography?.fonts ?? []).map(({ id, family }): [string, string] => [id, family]),
    ]),
  );
}

function tellerOf(path: string, nameOf: (id: string) => string): { field: string; tell: (value: unknown) => unknown } {
  if (path.startsWith("typography.roles."))
    return { field: "typeface", tell: (id) => (typeof id === "string" ? nameOf(id) : undefined) };
  const stated = statedText(path, nameOf);
  if (stated) return { field: "stated", tell: stated };
  if (path.endsWith("#order")) return { field: "order", tell: (ids) => (ids as string[]).map(nameOf).join(", ") };
  const field = path.startsWith("colors.dark.") ? "hex" : (path.split(".").at(-1) ?? path);
  return { field, tell: (value) => value };
}

/** All diffs together fit one page. A field that doesn't fit has no `diff`. A single field is cut instead. */
export function diffChanges(changes: readonly FieldChange[], names: ReadonlyMap<string, string>): FieldDiff[] {
  let left = PAGE_CHARACTERS;
  return changes.map(({ path, part, label, before, after }) => {
    const { field, tell } = tellerOf(path, (id) => names.get(id) ?? "Unnamed");
    const size = sizeOf(before) + sizeOf(after);
    const alone = changes.length === 1;
    if (size > left && !alone) return { path, part, label, field, diff: null };
    const budget: DiffBudget = { left };
    const diff = diffValue(field, { before: tell(before), after: tell(after) }, budget);
    const fits = budget.left >= 0 || alone;
    // A diff that didn't fit counts too, which bounds the comparing.
    left = fits ? budget.left : left - size;
    return { path, part, label, field, diff: fits ? diff : null };
  });
}
