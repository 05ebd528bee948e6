// SPDX-License-Identifier: MIT
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges objects. Lists are replaced whole. */
function withTexts(main: unknown, over: unknown): unknown {
  if (over === undefined) return main;
  if (!isGroup(main) || !isGroup(over)) return over;
  const entries = Object.entries(over).map(([key, value]) => [key, withTexts(main[key], value)]);
  return { ...main, ...Object.fromEntries(entries) };
}

/** Language tags from specific to general: `de-AT`, then `de` (RFC 4647 lookup). */
function lookups(tag: string): string[] {
  const parts = tag.toLowerCase().split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}

/** Returns a brand's texts in a language or its more general form, or undefined. */
export function textsFor<Texts>(
  identity: { locales?: Record<string, Texts> | undefined },
  language: string,
): Texts | undefined {
  const stated = Object.entries(identity.locales ?? {});
  for (const tag of lookups(language)) {
    const match = stated.find(([key]) => key.toLowerCase() === tag);
    if (match) return match[1];
  }
  return undefined;
}

/** Returns the identity in a language. Missing texts fall back to the main language. */
export function identityIn<Identity extends { locales?: Record<string, unknown> | undefined }>(
  identity: Identity,
  language: string,
): Identity {
  return withTexts(identity, textsFor(identity, language)) as Identity;
}
