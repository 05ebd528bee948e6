import { tokenTypes as Css } from "css-tree/tokenizer";
import { endOfBlock, nextIndex, splitAt, type Token, textOf, tokensOf } from "../css";

export type Declaration = readonly [property: string, value: string];
export type Rule = { selector: string; declarations: Declaration[] };

/** The declarations of a `style` attribute or block that the sanitiser wrote. */
export const readDeclarations = (css: string): Declaration[] => declarationsOf(tokensOf(css));

/** Every rule of a style sheet that the sanitiser wrote; those under a condition stand among the others, as if it held. */
export const readRules = (css: string): Rule[] => rulesOf(tokensOf(css));

function rulesOf(tokens: readonly Token[]): Rule[] {
  const rules: Rule[] = [];
  for (let position = 0; position < tokens.length; ) {
    const open = nextIndex(tokens, [Css.LeftCurlyBracket], position);
    const end = endOfBlock(tokens, open);
    const selector = textOf(tokens.slice(position, open));
    const body = tokens.slice(open + 1, end);
    if (selector.startsWith("@")) for (const rule of rulesOf(body)) rules.push(rule);
    else if (selector !== "") rules.push({ selector, declarations: declarationsOf(body) });
    position = end + 1;
  }
  return rules;
}

function declarationsOf(tokens: readonly Token[]): Declaration[] {
  return splitAt(tokens, Css.Semicolon).flatMap((declaration) => {
    const colon = declaration.findIndex(({ type }) => type === Css.Colon);
    if (colon === -1) return [];
    return [[textOf(declaration.slice(0, colon)).toLowerCase(), textOf(declaration.slice(colon + 1))] as const];
  });
}

/** What an element must have for a selector to match it, told by the last compound alone: the rest only narrows it. */
export type Key = { id: string | null; classes: string[]; type: string | null; complex: boolean };

/** One key for each selector of a list. */
export function keysOf(selectorList: string): Key[] {
  return splitTopLevel(selectorList).map((selector) => {
    // Inside brackets stand conditions that narrow the match: without them, more elements match, never fewer.
    const plain = withoutBrackets(selector);
    const compound =
      plain
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? "";
    const bare = compound.replace(/::?[-\w\u0080-\uffff]+/g, "");
    return {
      id: /#([-\w\u0080-\uffff]+)/.exec(bare)?.[1] ?? null,
      classes: Array.from(bare.matchAll(/\.([-\w\u0080-\uffff]+)/g), ([, name = ""]) => name),
      type: /^(?:[-\w*\u0080-\uffff]*\|)?([-\w\u0080-\uffff]+)/.exec(bare)?.[1] ?? null,
      complex: /[+~]|:(?:has|nth|first|last|only)/.test(selector),
    };
  });
}

function splitTopLevel(selectors: string): string[] {
  return splitAtCommas(tokensOf(selectors)).map(textOf);
}

function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/[([]$/.test(token.text)) depth += 1;
    else if (token.text === ")" || token.text === "]") depth -= 1;
    if (token.text === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function withoutBrackets(selector: string): string {
  let depth = 0;
  let plain = "";
  for (const { text } of tokensOf(selector)) {
    if (/[([]$/.test(text)) {
      if (depth === 0) plain += text.slice(0, -1);
      depth += 1;
    } else if (text === ")" || text === "]") depth -= 1;
    else if (depth === 0) plain += text;
  }
  return plain;
}
