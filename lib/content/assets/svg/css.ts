import { tokenTypes as Css, tokenize } from "css-tree/tokenizer";
import { FUNCTIONS, PROPERTIES } from "./allow-list";
import type { Findings } from "./parse-svg";

export interface Token {
  type: number;
  text: string;
}

const LOCAL_URL = /^url\(\s*#[^\s"'()]+\s*\)$/i;
const LOCAL_STRING = /^(["'])#[^\s"'()]+\1$/;
const URL_FUNCTION = /url\s*\(/i;
const SELECTOR = /^[-\w\s.#,:>+~*()[\]="'^$|\u0080-\uffff]+$/;
const CONDITION = /^@(?:media|supports)\b[-\w\s().,:=/%#]*$/i;
const MAX_NESTING = 4;

/** As a browser reads them (CSS Syntax 3). A comment becomes a space. */
export function tokensOf(css: string): Token[] {
  const tokens: Token[] = [];
  tokenize(css, (type, start, end) => {
    tokens.push(type === Css.Comment ? { type: Css.WhiteSpace, text: " " } : { type, text: css.slice(start, end) });
  });
  return tokens;
}

export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join("")
    .trim();

/**
 * Whether a value refers only to its own file. Rejects escapes and comments, which could hide a name from this check.
 */
export function staysInside(value: string): boolean {
  if (value.includes("\\") || value.includes("/*")) return false;
  const tokens = tokensOf(value);
  const solid = tokens.filter(({ type }) => type !== Css.WhiteSpace);
  return tokens.every(opensKnownFunction) && solid.every(isLocal);
}

/** A separate bracket can't be read as a function call. */
function opensKnownFunction({ type, text }: Token, index: number, all: readonly Token[]): boolean {
  if (type === Css.Function && !FUNCTIONS.has(text.slice(0, -1).toLowerCase())) return false;
  return !text.endsWith("(") || index === 0 || /[\s(),/*+:]$/.test(all[index - 1]?.text ?? "");
}

function isLocal({ type, text }: Token, index: number, solid: readonly Token[]): boolean {
  const [next, afterNext] = solid.slice(index + 1, index + 3);
  if (type === Css.BadUrl || type === Css.BadString) return false;
  if (type === Css.Url) return LOCAL_URL.test(text);
  if (type === Css.String) return !text.includes("(");
  if (/url\($/i.test(text)) return LOCAL_STRING.test(next?.text ?? "") && afterNext?.type === Css.RightParenthesis;
  return !(/url$/i.test(text) && next?.type === Css.LeftParenthesis);
}

/** Canonical: `a:b;c:d`. */
export const sanitiseDeclarations = (css: string, findings: Findings): string =>
  declarationsOf(tokensOf(css), findings);

function declarationsOf(tokens: readonly Token[], findings: Findings): string {
  const kept: string[] = [];
  for (const declaration of splitAt(tokens, Css.Semicolon)) {
    if (textOf(declaration) === "") continue;
    const colon = declaration.findIndex(({ type }) => type === Css.Colon);
    const property = textOf(declaration.slice(0, Math.max(colon, 0))).toLowerCase();
    const valueTokens = declaration.slice(colon + 1);
    const value = textOf(valueTokens);
    if (!PROPERTIES.has(property)) findings.add("style", property || "unreadable");
    else if (!staysInside(value)) findings.add("reference", property);
    else if (value === "" || /[{}@<;]/.test(value) || !isClosed(valueTokens)) findings.add("style", property);
    else kept.push(`${property}:${value}`);
  }
  return kept.join(";");
}

/** One rule per line. The only at-rules kept are `@media` and `@supports`. */
export const sanitiseStyleSheet = (css: string, findings: Findings): string =>
  rulesOf(tokensOf(css), findings, 0).join("\n");

function rulesOf(tokens: readonly Token[], findings: Findings, depth: number): string[] {
  const kept: string[] = [];
  let position = 0;
  while (position < tokens.length) {
    const stop = nextIndex(tokens, [Css.LeftCurlyBracket, Css.Semicolon], position);
    const prelude = tokens.slice(position, stop);
    if (tokens[stop]?.type === Css.LeftCurlyBracket) {
      const end = endOfBlock(tokens, stop);
      kept.push(...ruleOf(prelude, tokens.slice(stop + 1, end), findings, depth));
      position = end + 1;
    } else {
      const text = textOf(prelude);
      if (text !== "") findings.add(/^@import\b/i.test(text) ? "reference" : "style", firstWord(text));
      position = stop + 1;
    }
  }
  return kept;
}

function ruleOf(prelude: readonly Token[], body: readonly Token[], findings: Findings, depth: number): string[] {
  const text = textOf(prelude);
  const safe = isClosed(prelude) && !URL_FUNCTION.test(text);
  if (safe && CONDITION.test(text) && depth < MAX_NESTING) {
    const rules = rulesOf(body, findings, depth + 1);
    return rules.length === 0 ? [] : [`${text}{${rules.join("\n")}}`];
  }
  if (!safe || !SELECTOR.test(text)) {
    findings.add("style", firstWord(text));
    return [];
  }
  const declarations = declarationsOf(body, findings);
  return declarations === "" ? [] : [`${text}{${declarations}}`];
}

/** An open string or bracket would swallow the text after it. */
function isClosed(tokens: readonly Token[]): boolean {
  const open: number[] = [];
  for (const { type, text } of tokens) {
    if (type === Css.BadString || type === Css.BadUrl) return false;
    if (type === Css.String && !/^(["']).*\1$/s.test(text)) return false;
    if (type === Css.Function || type === Css.LeftParenthesis) open.push(Css.RightParenthesis);
    else if (type === Css.LeftSquareBracket) open.push(Css.RightSquareBracket);
    else if ((type === Css.RightParenthesis || type === Css.RightSquareBracket) && open.pop() !== type) return false;
  }
  return open.length === 0;
}

export function nextIndex(tokens: readonly Token[], wanted: readonly number[], from: number): number {
  let index = from;
  while (index < tokens.length && !wanted.includes(tokens[index]?.type ?? 0)) index += 1;
  return index;
}

export function splitAt(tokens: readonly Token[], separator: number): Token[][] {
  const parts: Token[][] = [];
  for (let start = 0; start < tokens.length; ) {
    const stop = nextIndex(tokens, [separator], start);
    parts.push(tokens.slice(start, stop));
    start = stop + 1;
  }
  return parts;
}

export function endOfBlock(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const type = tokens[index]?.type;
    if (type === Css.LeftCurlyBracket) depth += 1;
    else if (type === Css.RightCurlyBracket) depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length;
}

function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] || "unreadable";
}
