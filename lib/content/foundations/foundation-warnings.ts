import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import type { StoredFoundations } from "../document/foundations";
import { GROUP_NAMES, tokenText } from "./token-words";
import { tokensOf, toMs } from "./tokens-of";

/** Motion that lasts longer keeps people waiting. */
const LONG_MS = 1000;

function sameValues(foundations: StoredFoundations, group: FoundationGroup): string[] {
  const names = new Map<string, string[]>();
  for (const [name, value] of tokensOf(foundations, group)) {
    const text = tokenText(group, value);
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  return [...names]
    .filter(([, same]) => same.length > 1)
    .map(([text, same]) => `${GROUP_NAMES[group]}: ${same.join(" and ")} have the same value, ${text}.`);
}

/** What a person should look at before these foundations go out: several names of one value, and motion that keeps people waiting. Nothing of it is refused. */
export function foundationWarnings(foundations: StoredFoundations): string[] {
  const long = tokensOf(foundations, "transition")
    .filter(([, { duration, delay }]) => toMs(duration) + toMs(delay) > LONG_MS)
    .map(([name]) => `The transition ${name} takes more than a second.`);
  return [...FOUNDATION_GROUPS.flatMap((group) => sameValues(foundations, group)), ...long];
}
