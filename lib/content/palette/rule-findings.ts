import { brokenColorRules, type RuleSeverity } from "@/lib/contract";
import { contrastMatrix, ratioText } from "./contrast";
import type { Colors } from "./edit-colors";
import { contrastRatio } from "./hex";

export interface RuleFinding {
  severity: RuleSeverity;
  sentence: string;
}

const LEAST_ALLOWED = 3;

/**
 * Pairs of roles, gradients and rules that break or contradict a rule, or allow unreadable pairs.
 * @param mark formats names written by people
 */
export function ruleFindings(
  { palette, gradients = [], rules = [] }: Colors,
  mark = (text: string) => text,
): RuleFinding[] {
  const entryOf = new Map(palette.map((entry) => [entry.id, entry]));
  const nameOf = (id: string) => `“${mark(entryOf.get(id)?.name ?? "")}”`;
  const strictest = (broken: readonly { severity: RuleSeverity }[]): RuleSeverity =>
    broken.some(({ severity }) => severity === "must") ? "must" : "should";

  const byRole = contrastMatrix(palette).flatMap(({ foregroundId, backgroundId, role }) => {
    const broken = brokenColorRules(rules, { color: foregroundId, on: backgroundId });
    if (broken.length === 0) return [];
    const pair = `${nameOf(foregroundId)} on ${nameOf(backgroundId)}`;
    const sentence = `${pair}: a rule forbids it, but their roles, ${role} and background, combine them.`;
    return [{ severity: strictest(broken), sentence }];
  });

  const inGradients = gradients.flatMap(({ name, stops }) => {
    const ids = [...new Set(stops.flatMap(({ color_id }) => color_id ?? []))];
    return rules.flatMap(({ color, never_pair_with, severity }) =>
      never_pair_with
        .filter((other) => ids.includes(color) && ids.includes(other))
        .map((other) => ({
          severity,
          sentence: `${nameOf(color)} with ${nameOf(other)}: both are in the gradient “${mark(name)}”.`,
        })),
    );
  });

  const allowed = rules.flatMap(({ color, allowed_on, severity }) =>
    allowed_on.flatMap((on): RuleFinding[] => {
      const pair = `${nameOf(color)} on ${nameOf(on)}`;
      const broken = brokenColorRules(rules, { color, on });
      if (broken.length > 0)
        return [{ severity: strictest(broken), sentence: `${pair}: one rule allows it and another forbids it.` }];
      const [ink, ground] = [entryOf.get(color), entryOf.get(on)];
      const ratio = ink && ground ? contrastRatio(ink.hex, ground.hex) : LEAST_ALLOWED;
      if (ratio >= LEAST_ALLOWED) return [];
      return [{ severity, sentence: `${pair}: a rule allows it, but its contrast is only ${ratioText(ratio)}.` }];
    }),
  );
  const found = [...byRole, ...inGradients, ...allowed];
  return found.filter(({ sentence }, at) => found.findIndex((one) => one.sentence === sentence) === at);
}
