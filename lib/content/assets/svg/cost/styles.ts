import { tokenTypes as Css } from "css-tree/tokenizer";
import { PROPERTIES } from "../allow-list";
import { endOfBlock, nextIndex, splitAt, type Token, textOf, tokensOf } from "../css";
import { type SvgElement, walk } from "../parse-svg";
import { type Kind, MAX_DASHES, type Meter } from "./meter";
import { type Matrix, numberOf, times } from "./transform";

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

export type Inherited = ReadonlyMap<string, readonly string[]>;
export const NOTHING: Inherited = new Map();
export type Scene = {
  /** From units to pixels, without translation. Null if unknown. */
  matrix: Matrix | null;
  /** Most pixels that anything can cover. */
  cap: number;
  times: number;
  kind: Kind;
  inherited: Inherited;
};

export const isPainted = (values: readonly string[] | undefined, byDefault: boolean) =>
  values === undefined ? byDefault : values.some((value) => value !== "none");

export function strokeReach(inherited: Inherited, styles: Candidates): number {
  const widths = (inherited.get("stroke-width") ?? ["1"]).map((value) => Math.abs(numberOf(value, 1)));
  const miters = (inherited.get("stroke-miterlimit") ?? ["4"]).map((value) => Math.abs(numberOf(value, 4)));
  return styles.has("vector-effect") ? Number.POSITIVE_INFINITY : Math.max(1, ...widths) * Math.max(2, ...miters);
}

export function dashesPerUnit(value: string): number {
  if (value === "none") return 0;
  const dashes = value.split(/[\s,]+/).map((dash) => numberOf(dash, 0));
  const sum = dashes.reduce((total, dash) => total + dash, 0);
  return sum === 0 ? 0 : Number.isFinite(sum) ? dashes.length / Math.abs(sum) : MAX_DASHES;
}

export function coveredBy([a, b, c, d]: Matrix, width: number, height: number, cap: number): number {
  const across = Math.abs(a) * width + Math.abs(c) * height + 2;
  const down = Math.abs(b) * width + Math.abs(d) * height + 2;
  const area = across * down;
  return area < cap ? area : cap;
}

/** Infinite if unknown. */
export function regionOf(
  target: SvgElement,
  { matrix }: Scene,
  units: string,
  otherwise: number,
  own: Matrix | null = [1, 0, 0, 1],
): number {
  const at = (name: string) => numberOf(target.attributes.get(name), Number.POSITIVE_INFINITY);
  if (target.attributes.get(units) === "userSpaceOnUse") {
    if (matrix === null || own === null) return Number.POSITIVE_INFINITY;
    return coveredBy(times(matrix, own), Math.abs(at("width")), Math.abs(at("height")), Number.POSITIVE_INFINITY);
  }
  const [width, height] = [target.attributes.get("width"), target.attributes.get("height")].map((value) => {
    if (value === undefined) return 1.2;
    const percent = /^\s*([\d.]+)%\s*$/.exec(value.slice(0, 40))?.[1];
    return percent === undefined ? Math.abs(numberOf(value, 1.2)) : Number(percent) / 100;
  });
  const fraction = (width ?? 1.2) * (height ?? 1.2);
  return Number.isNaN(fraction) ? Number.POSITIVE_INFINITY : (otherwise / 1.44) * fraction;
}
