import { FOUNDATION_GROUPS, type FoundationGroup, SLUG_PATTERN } from "@/lib/contract";
import type { StoredFoundations } from "../document/foundations";
import { FOUNDATION_LIMITS } from "../document/words";
import { startingTokens } from "./publish-foundations";
import { GROUP_NAMES, type TokenValue, tokensOf, tokenText, toMs } from "./tokens";

export function whyNotName(foundations: StoredFoundations, group: FoundationGroup, name: string): string | null {
  if (!SLUG_PATTERN.test(name)) return "Use lower-case words and digits joined by single hyphens, such as card-raised.";
  if (name.length > FOUNDATION_LIMITS.name) return `At most ${FOUNDATION_LIMITS.name} characters.`;
  return Object.hasOwn(foundations[group] ?? {}, name) ? "This name is already used." : null;
}

export const whyNoMoreTokens = (foundations: StoredFoundations, group: FoundationGroup): string | null =>
  Object.keys(foundations[group] ?? {}).length >= FOUNDATION_LIMITS.tokens
    ? `A group has at most ${FOUNDATION_LIMITS.tokens} tokens.`
    : null;

/** Null removes the token. Removing the last one removes the group. */
export function setToken<Group extends FoundationGroup>(
  foundations: StoredFoundations,
  group: Group,
  name: string,
  value: TokenValue<Group> | null,
): StoredFoundations {
  const { [group]: old, ...others } = foundations;
  const { [name]: _, ...rest } = (old ?? {}) as Record<string, TokenValue<Group>>;
  const tokens = value === null ? rest : { ...rest, [name]: value };
  return Object.keys(tokens).length > 0 ? { ...others, [group]: tokens } : others;
}

export function renameToken(
  foundations: StoredFoundations,
  group: FoundationGroup,
  from: string,
  to: string,
): StoredFoundations {
  const value = (foundations[group] as Record<string, TokenValue<typeof group>> | undefined)?.[from];
  return value === undefined ? foundations : setToken(setToken(foundations, group, from, null), group, to, value);
}

export const withStartingTokens = (foundations: StoredFoundations, group: FoundationGroup): StoredFoundations => ({
  ...foundations,
  [group]: foundations[group] ?? startingTokens()[group],
});

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

/** Equal values and slow motion. Warnings don't block publishing. */
export function foundationWarnings(foundations: StoredFoundations): string[] {
  const long = tokensOf(foundations, "transition")
    .filter(([, { duration, delay }]) => toMs(duration) + toMs(delay) > LONG_MS)
    .map(([name]) => `The transition ${name} takes more than a second.`);
  return [...FOUNDATION_GROUPS.flatMap((group) => sameValues(foundations, group)), ...long];
}
