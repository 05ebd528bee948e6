// SPDX-License-Identifier: MIT
import type { ColorRule } from "./colors.js";

/** A colour on a background, by the ids of their palette entries. */
export interface ColorPair {
  color: string;
  on: string;
}

type Pairing = Pick<ColorRule, "color" | "allowed_on" | "forbidden_on" | "never_pair_with">;

function isBroken({ color, allowed_on, forbidden_on, never_pair_with }: Pairing, pair: ColorPair): boolean {
  if (pair.color === pair.on) return false;
  if (pair.on === color && never_pair_with.includes(pair.color)) return true;
  if (pair.color !== color) return false;
  if (forbidden_on.includes(pair.on) || never_pair_with.includes(pair.on)) return true;
  return allowed_on.length > 0 && !allowed_on.includes(pair.on);
}

/** Returns the rules that a pair breaks, in order. Empty if the pair is allowed. */
export const brokenColorRules = <Rule extends Pairing>(rules: readonly Rule[], pair: ColorPair): Rule[] =>
  rules.filter((rule) => isBroken(rule, pair));
