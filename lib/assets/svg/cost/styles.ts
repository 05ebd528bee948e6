import { PROPERTIES } from "../allow-list";
import { type SvgElement, walk } from "../tree";
import type { Meter } from "./meter";
import { type Declaration, type Key, keysOf, readDeclarations, readRules } from "./read-css";

/** Every value a property may come to have on one element: the cascade would choose one, and conditions may choose another. */
export type Candidates = ReadonlyMap<string, readonly string[]>;

type Candidate = { key: Key; declarations: Declaration[] };

/** Microseconds a browser matches one selector against one element, and more for each element that the selector looks around at. */
const MATCH = 0.4;
const LOOK_AROUND = 0.02;

/** What each element of a picture may be styled with: its attributes, its `style`, and every rule that may match it. */
export class Styles {
  readonly #byId = new Map<string, Candidate[]>();
  readonly #byClass = new Map<string, Candidate[]>();
  readonly #byType = new Map<string, Candidate[]>();
  readonly #anywhere: Candidate[] = [];
  readonly #known = new Map<SvgElement, Candidates>();

  /** Charges the meter for the selectors, since a browser matches each of them whether or not it draws anything. */
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
