/** What can be drawn of the sentences in which brands say what not to do with a logo. */
export type ForbiddenAct = "stretch" | "rotate" | "mirror";

const WORDS: Record<ForbiddenAct, string> = {
  stretch: "stretch|squash|squeeze|distort|skew",
  rotate: "rotate|tilt|turn|tip",
  mirror: "mirror|flip",
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
