import type {
  StoredColorRule,
  StoredExample,
  StoredGradient,
  StoredLogoRule,
  StoredPrint,
  StoredScale,
} from "@/lib/brand-document";
import type { FoundationGroup } from "@/lib/contract";
import { type TokenValue, tokenText } from "@/lib/foundations";
import { exampleText } from "@/lib/imagery";
import { logoRuleText } from "@/lib/logos";
import { gradientText, type NameOf, printText, ruleText, scaleText } from "@/lib/palette";

type Tell = (value: unknown) => string | string[] | undefined;

const told =
  <Value>(text: (value: Value) => string | string[]): Tell =>
  (value) =>
    value === undefined ? undefined : text(value as Value);

/** How what is stated of colours, foundations and imagery is told in a line, by its path; null for everything else. */
export function statedText(path: string, nameOf: NameOf): Tell | null {
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
