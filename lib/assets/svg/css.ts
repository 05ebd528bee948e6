import { FUNCTIONS, PROPERTIES } from "./allow-list";
import type { Findings } from "./findings";

const STRING = /"[^"\n]*"|'[^'\n]*'/g;
const STRING_OR_COMMENT = /"[^"\n]*"|'[^'\n]*'|\/\*[\s\S]*?(?:\*\/|$)/g;
const LOCAL_URL = /url\(\s*(?:#[^\s"'()]+|"#[^\s"'()]+"|'#[^\s"'()]+')\s*\)/gi;
const URL_TOKEN = /url\s*\(/i;
const SELECTOR = /^[-\w\s.#,:>+~*()[\]="'^$|\u0080-\uffff]+$/;
const CONDITION = /^@(?:media|supports)\b[-\w\s().,:=/%#]*$/i;
const MAX_NESTING = 4;

/**
 * Tells whether a value, read as CSS, points nowhere but into its own file. Every function must be a known one, and every
 * `url()` be `url(#…)`. Escapes and comments are refused, so that nothing can be spelt in a way this reading misses.
 */
export function staysInside(value: string): boolean {
  if (value.includes("\\") || value.includes("/*")) return false;
  const rest = value.replaceAll(LOCAL_URL, " ");
  if (URL_TOKEN.test(rest)) return false;
  // One pass over words, each with the bracket that follows: a pattern that backtracks could be made to take minutes.
  for (const [, name = "", bracket] of rest.matchAll(/([^\s(),/*+:]+)(\()?/g)) {
    if (bracket !== undefined && !FUNCTIONS.has(name.toLowerCase())) return false;
  }
  return true;
}

/** Gives the declarations of a `style` attribute or rule that are allowed, written canonically: `a:b;c:d`. */
export function sanitiseDeclarations(css: string, findings: Findings): string {
  const kept: string[] = [];
  for (const declaration of splitOutsideStrings(stripComments(css), ";")) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (declaration.trim() === "") continue;
    if (colon < 0 || !PROPERTIES.has(property)) findings.add("style", property || "unreadable");
    else if (!staysInside(value)) findings.add("reference", property);
    else if (value === "" || /[{}@<;]/.test(value) || !isClosed(value)) findings.add("style", property);
    else kept.push(`${property}:${value}`);
  }
  return kept.join(";");
}

/** Gives the rules of a style sheet that are allowed, one a line; at-rules but `@media` and `@supports` are removed. */
export function sanitiseStyleSheet(css: string, findings: Findings): string {
  return rulesOf(stripComments(css), findings, 0).join("\n");
}

function rulesOf(css: string, findings: Findings, depth: number): string[] {
  const kept: string[] = [];
  const blanked = blankStrings(css);
  let position = 0;
  while (position < css.length) {
    const stop = nextIndex(blanked, /[{;]/g, position);
    const prelude = css.slice(position, stop).trim();
    if (css[stop] === "{") {
      const end = endOfBlock(blanked, stop);
      kept.push(...ruleOf(prelude, css.slice(stop + 1, end), findings, depth));
      position = end + 1;
    } else {
      if (prelude !== "") findings.add(/^@import\b/i.test(prelude) ? "reference" : "style", firstWord(prelude));
      position = stop + 1;
    }
  }
  return kept;
}

function ruleOf(prelude: string, body: string, findings: Findings, depth: number): string[] {
  if (CONDITION.test(prelude) && isClosed(prelude) && !URL_TOKEN.test(prelude) && depth < MAX_NESTING) {
    const rules = rulesOf(body, findings, depth + 1);
    return rules.length === 0 ? [] : [`${prelude}{${rules.join("\n")}}`];
  }
  if (!SELECTOR.test(prelude) || !isClosed(prelude) || URL_TOKEN.test(prelude)) {
    findings.add("style", firstWord(prelude));
    return [];
  }
  const declarations = sanitiseDeclarations(body, findings);
  return declarations === "" ? [] : [`${prelude}{${declarations}}`];
}

function stripComments(css: string): string {
  return css.replaceAll(STRING_OR_COMMENT, (match) => (match.startsWith("/*") ? " " : match));
}

/** Tells whether every string and bracket ends in the text: an open one would swallow what is written after it. */
function isClosed(css: string): boolean {
  const open: string[] = [];
  for (const [mark] of blankStrings(css).matchAll(/["'()[\]]/g)) {
    if (mark === "(") open.push(")");
    else if (mark === "[") open.push("]");
    else if (open.pop() !== mark) return false;
  }
  return open.length === 0;
}

/** Strings become as many blanks, so that positions in the result are positions in the text. */
function blankStrings(css: string): string {
  return css.replaceAll(STRING, (match) => " ".repeat(match.length));
}

function nextIndex(text: string, wanted: RegExp, from: number): number {
  wanted.lastIndex = from;
  return wanted.exec(text)?.index ?? text.length;
}

function splitOutsideStrings(css: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const part of blankStrings(css).split(separator)) {
    parts.push(css.slice(start, start + part.length));
    start += part.length + separator.length;
  }
  return parts;
}

function endOfBlock(blanked: string, open: number): number {
  let depth = 0;
  for (let brace = open; brace < blanked.length; brace = nextIndex(blanked, /[{}]/g, brace + 1)) {
    depth += blanked[brace] === "{" ? 1 : -1;
    if (depth === 0) return brace;
  }
  return blanked.length;
}

function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] || "unreadable";
}
