// SPDX-License-Identifier: MIT
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Texts and whole lists of `over` in place of those of `main`; what it has not stays. */
function withTexts(main: unknown, over: unknown): unknown {
  if (over === undefined) return main;
  if (!isGroup(main) || !isGroup(over)) return over;
  const entries = Object.entries(over).map(([key, value]) => [key, withTexts(main[key], value)]);
  return { ...main, ...Object.fromEntries(entries) };
}

/** The tags to look under, the closest first: `de-AT`, then `de` (BCP 47 lookup, RFC 4647). */
function lookups(tag: string): string[] {
  const parts = tag.toLowerCase().split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}

/** The texts that a brand states in a language, or in the wider one that it has them in; undefined where it states none. */
export function textsFor<Texts>(
  identity: { locales?: Record<string, Texts> | undefined },
  language: string,
): Texts | undefined {
  const stated = Object.entries(identity.locales ?? {});
  for (const tag of lookups(language)) {
    const found = stated.find(([key]) => key.toLowerCase() === tag);
    if (found) return found[1];
  }
  return undefined;
}

/** The identity with its texts in a language; each that it does not state there is the main one. */
export function identityIn<Identity extends { locales?: Record<string, unknown> | undefined }>(
  identity: Identity,
  language: string,
): Identity {
  return withTexts(identity, textsFor(identity, language)) as Identity;
}
