import { UnsupportedFile } from "../errors";
import { type SvgElement, walk } from "./tree";

/** What a picture may unfold to when every reference is drawn out; honest drawings stay far below. */
const MAX_DRAWN_ELEMENTS = 200_000;
const MAX_NESTING = 500;

/**
 * Throws `UnsupportedFile` when drawing the picture would mean drawing over 200,000 elements, or never end, or nest over
 * 500 deep: elements that `use` elements that `use` others turn a few lines into billions, in every browser shown them.
 */
export function checkReferences(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  walk(root, (element) => {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  });
  const costs = new Map<SvgElement, number>();
  const open = new Set<SvgElement>();

  const costOf = (element: SvgElement): number => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    if (open.has(element)) throw invalid("has an element that draws itself");
    if (open.size >= MAX_NESTING) throw invalid("refers from element to element over 500 deep. Simplify it");
    open.add(element);
    let cost = 1;
    for (const child of element.children) if (typeof child !== "string") cost += costOf(child);
    for (const id of referencesOf(element)) {
      const target = byId.get(id);
      if (target !== undefined) cost += costOf(target);
    }
    if (cost > MAX_DRAWN_ELEMENTS) throw invalid("repeats its elements over 200,000 times. Simplify it");
    open.delete(element);
    costs.set(element, cost);
    return cost;
  };
  costOf(root);
}

function invalid(what: string): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This SVG ${what}.`);
}

/** A link leads somewhere, but draws nothing; every other reference does. */
function referencesOf({ name, attributes }: SvgElement): string[] {
  const ids: string[] = [];
  for (const [attribute, value] of attributes) {
    if (attribute.endsWith("href")) {
      if (name !== "a" && value.startsWith("#")) ids.push(decode(value.slice(1)));
    } else if (value.includes("url(")) {
      for (const [, id = ""] of value.matchAll(/url\(\s*["']?#([^\s"')]+)/gi)) ids.push(decode(id));
    }
  }
  return ids;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
