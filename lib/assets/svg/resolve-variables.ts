import { tokenTypes as Css } from "css-tree/tokenizer";
import { endOfBlock, nextIndex, splitAt, textOf, tokensOf } from "./css";

const ROOT_STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const MAX_ROOT_TAG = 4_000;
/** Rules that hold for the whole picture; a variable of any other has no one value. */
const WHOLE = /^(?::root|svg|\*)$/;
/** A variable with what to take where it is not defined; neither has a bracket of its own. */
const USE = /var\(\s*(--[-\w]+)\s*(?:,([^()]*|[^()]*\([^()]*\)[^()]*))?\)/g;
/** What may stand in an attribute and in a style sheet alike, without a sign of XML. */
const VALUE = /^[^<>&"'{};]{1,200}$/;
const MAX_ROUNDS = 8;

function variablesIn(css: string, found: Map<string, string>, isWhole: boolean): void {
  const tokens = tokensOf(css);
  if (isWhole) {
    for (const declaration of splitAt(tokens, Css.Semicolon)) {
      const [, name, value = ""] = /^(--[-\w]+)\s*:\s*(.*)$/s.exec(textOf(declaration)) ?? [];
      if (name && VALUE.test(value)) found.set(name, value.trim());
    }
    return;
  }
  for (let position = 0; position < tokens.length; ) {
    const open = nextIndex(tokens, [Css.LeftCurlyBracket], position);
    const end = endOfBlock(tokens, open);
    const selectors = textOf(tokens.slice(position, open)).split(",");
    if (selectors.some((selector) => WHOLE.test(selector.trim())))
      variablesIn(textOf(tokens.slice(open + 1, end)), found, true);
    position = end + 1;
  }
}

/** What stands in each `<style>`, until one is not closed. */
function* styleSheetsOf(svg: string): Generator<string> {
  for (let at = svg.indexOf("<style"); at >= 0; ) {
    const end = svg.indexOf("</style>", at);
    if (end < 0) return;
    yield svg.slice(svg.indexOf(">", at) + 1, end).replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "");
    at = svg.indexOf("<style", end);
  }
}

function rootStyleOf(svg: string): string {
  const start = svg.indexOf("<svg");
  const [, double, single] = ROOT_STYLE.exec(svg.slice(start, start + MAX_ROOT_TAG).split(">", 1)[0] ?? "") ?? [];
  return double ?? single ?? "";
}

/**
 * Writes the values of an SVG's own CSS variables where they are used: what is stored has no variables, and not every reader of pictures knows
 * them. One that is defined for parts of the picture, or nowhere, gives way to its fallback, or stays. The text is sanitised after this.
 */
export function resolveVariables(svg: string): string {
  if (!svg.includes("var(")) return svg;
  const variables = new Map<string, string>();
  for (const sheet of styleSheetsOf(svg)) variablesIn(sheet, variables, false);
  variablesIn(rootStyleOf(svg), variables, true);
  let resolved = svg;
  for (let round = 0; round < MAX_ROUNDS && resolved.includes("var("); round += 1) {
    resolved = resolved.replace(
      USE,
      (use, name: string, fallback?: string) => variables.get(name) ?? fallback?.trim() ?? use,
    );
    if (resolved.length > 2 * svg.length + 10_000) return svg;
  }
  return resolved;
}
