/** What can be drawn of the sentences in which brands say what not to do with a logo. */
export type ForbiddenAct = "stretch" | "rotate" | "mirror" | "recolour" | "effect" | "busy";

const ADDED = "add|apply|give|use";
const GROUND = "backgrounds?|grounds?|photos?|photographs?|pictures?|images?|patterns?|surfaces?";
const WORDS: Record<ForbiddenAct, string> = {
  stretch: "stretch|squash|squeeze|distort|skew",
  rotate: "rotate|tilt|turn|tip",
  mirror: "mirror|flip",
  recolour: "recolou?r|tint|(?:change|alter) (?:[\\w’']+ ){0,3}colou?rs?",
  effect: `(?:${ADDED})(?: [\\w,-]+){0,4} (?:shadow|glow|bevel|effect)s?`,
  busy: `(?:on|over|in front of) (?:[\\w-]+ ){0,2}(?:busy|cluttered|patterned|noisy)(?: or \\w+)? (?:${GROUND})`,
};
const ACTS = (Object.keys(WORDS) as ForbiddenAct[]).map((act) => ({
  act,
  // Within one clause: "Do not tilt it", "Never stretch or rotate the logo", "It must not be mirrored".
  pattern: new RegExp(
    `\\b(?:never|not|don['’]t)\\b(?:(?!\\b(?:but|unless|except)\\b)[^.;:]){0,60}?\\b(?:${WORDS[act]})(?:ed|d|p?ped)?\\b`,
    "i",
  ),
}));

/** The acts that a brand's rules forbid in words, each with the first rule that does. */
export function forbiddenActs(rules: readonly string[]): { act: ForbiddenAct; rule: string }[] {
  return ACTS.flatMap(({ act, pattern }) => {
    const rule = rules.find((line) => pattern.test(line));
    return rule ? [{ act, rule }] : [];
  });
}
