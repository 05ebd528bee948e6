import type { FoundationGroup } from "@/lib/contract";

/** What a dimension is for is said by its name alone; and these words at its head are not repeated in the name that it gets. */
const GROUP_WORDS: Readonly<Record<FoundationGroup, RegExp>> = {
  spacing: /^(?:spac(?:e|es|ing|ings)|gaps?|paddings?|margins?|gutters?|insets?)$/i,
  radius: /^(?:border-?)?(?:radius|radii|rounded|corners?)$/i,
  border: /^(?:borders?|strokes?)$/i,
  shadow: /^(?:box-?)?(?:shadows?|elevations?)$/i,
  duration: /^(?:durations?|motion|times?)$/i,
  easing: /^(?:easings?|curves?|motion)$/i,
  transition: /^(?:transitions?|motion)$/i,
};

/** The space within text is none between things. */
const OF_TEXT = /^(?:letters?|lines?|paragraphs?|words?)$/;

/** `["layout", "gutter", "wide"]` for `layout.gutterWide`. */
export const wordsOfPath = (path: readonly string[]): string[] =>
  path.flatMap((key) =>
    key
      .replace(/([a-z\d])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter(Boolean),
  );

/** Whether a length is a radius or a spacing, as far as its name says it. */
export function lengthOfName(path: readonly string[]): "radius" | "spacing" | null {
  const words = wordsOfPath(path);
  const said = [...path, ...words];
  if (said.some((word) => GROUP_WORDS.radius.test(word))) return "radius";
  return said.some((word) => GROUP_WORDS.spacing.test(word)) && !words.some((word) => OF_TEXT.test(word))
    ? "spacing"
    : null;
}

/** `sm` for `spacing.sm`, `card-large` for `radius.card.large`. */
export function nameInGroup(path: readonly string[], group: FoundationGroup): string {
  const head = path.findLastIndex((key) => GROUP_WORDS[group].test(key));
  const rest = wordsOfPath(path.slice(head + 1));
  return (rest.length > 0 ? rest : wordsOfPath(path)).join("-");
}
