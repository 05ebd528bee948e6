import { tokenTypes as Css } from "css-tree/tokenizer";
import { PROPERTIES } from "../allow-list";
import { endOfBlock, nextIndex, splitAt, type Token, textOf, tokensOf } from "../css";
import { type SvgElement, walk } from "../parse-svg";
import type { Meter } from "./meter";

type Declaration = readonly [property: string, value: string];
type Rule = { selector: string; declarations: Declaration[] };

const readDeclarations = (css: string): Declaration[] => declarationsOf(tokensOf(css));

/** `@media` and other conditions are assumed to hold. */
const readRules = (css: string): Rule[] => rulesOf(tokensOf(css));

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

/** The last compound of a selector. The rest only narrows the match. */
type Key = { id: string | null; classes: string[]; type: string | null; complex: boolean };

function keysOf(selectorList: string): Key[] {
  return splitTopLevel(selectorList).map((selector) => {
    // Without conditions in brackets, more elements match, never fewer.
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

/** Every value that the cascade might pick. */
export type Candidates = ReadonlyMap<string, readonly string[]>;

type Candidate = { key: Key; declarations: Declaration[] };

/** Microseconds per selector and element, and extra for each sibling. */
const MATCH = 0.4;
const LOOK_AROUND = 0.02;

export class Styles {
  readonly #byId = new Map<string, Candidate[]>();
  readonly #byClass = new Map<string, Candidate[]>();
  readonly #byType = new Map<string, Candidate[]>();
  readonly #anywhere: Candidate[] = [];
  readonly #known = new Map<SvgElement, Candidates>();

  /** A browser matches every selector, even without drawing anything. */
  constructor(root: SvgElement, meter: Meter) {
    const elements: SvgElement[] = [];
    walk(root, (element) => elements.push(element));
    for (const { name, children } of elements) {
      if (name !== "style") continue;
      for (const { selector, declarations } of readRules(children.join("")))
        for (const key of keysOf(selector)) this.#add({ key, declarations });
    }
    for (const element of elements)
      for (const { key } of this.#rulesFor(element))
        meter.add("styles", MATCH + (key.complex ? elements.length * LOOK_AROUND : 0));
  }

  of(element: SvgElement): Candidates {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const sets = new Map<string, Set<string>>();
    const add = ([property, value]: Declaration) => {
      const values = sets.get(property);
      if (values === undefined) sets.set(property, new Set([value]));
      else values.add(value);
    };
    for (const [name, value] of element.attributes) if (PROPERTIES.has(name)) add([name, value]);
    for (const { declarations } of this.#rulesFor(element)) for (const declaration of declarations) add(declaration);
    for (const declaration of readDeclarations(element.attributes.get("style") ?? "")) add(declaration);
    const found = new Map(Array.from(sets, ([property, values]) => [property, [...values]]));
    this.#known.set(element, found);
    return found;
  }

  #add(candidate: Candidate): void {
    const { id, classes, type } = candidate.key;
    const [first] = classes;
    if (id !== null) addTo(this.#byId, id, candidate);
    else if (first !== undefined) addTo(this.#byClass, first, candidate);
    else if (type !== null) addTo(this.#byType, type, candidate);
    else this.#anywhere.push(candidate);
  }

  *#rulesFor({ name, attributes }: SvgElement): Generator<Candidate> {
    yield* this.#anywhere;
    yield* this.#byType.get(name) ?? [];
    yield* this.#byId.get(attributes.get("id") ?? "") ?? [];
    for (const word of new Set((attributes.get("class") ?? "").split(/\s+/))) yield* this.#byClass.get(word) ?? [];
  }
}

function addTo(index: Map<string, Candidate[]>, name: string, candidate: Candidate): void {
  const there = index.get(name);
  if (there === undefined) index.set(name, [candidate]);
  else there.push(candidate);
}
