import { COLOR_ROLES, type ColorRole } from "@/lib/contract";

/** Words of a colour's name that say what it is for; the earlier role wins where a name says two ("text primary" is a text colour). */
const WORDS: readonly [ColorRole, readonly string[]][] = [
  ["success", ["success", "positive", "valid", "ok"]],
  ["warning", ["warning", "caution", "attention"]],
  ["danger", ["danger", "error", "critical", "destructive", "negative", "invalid"]],
  ["text", ["text", "foreground", "fg", "ink", "on", "font", "copy", "heading"]],
  ["background", ["background", "bg", "surface", "canvas", "paper", "page"]],
  ["accent", ["accent", "highlight", "link", "cta", "interactive", "tertiary"]],
  ["secondary", ["secondary"]],
  ["primary", ["primary", "brand", "main"]],
  ["neutral", ["neutral", "gray", "grey", "slate", "border", "divider", "outline", "muted"]],
];

/** The words of a name in any of the usual spellings: `onPrimary`, `on-primary`, `On primary`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** The role that a colour's name, or the path to it, says; null when it says none. */
export function roleOfName(name: string): ColorRole | null {
  const words = wordsOf(name);
  const exact = COLOR_ROLES.find((role) => words.length === 1 && words[0] === role);
  return exact ?? WORDS.find(([, hints]) => hints.some((hint) => words.includes(hint)))?.[0] ?? null;
}
