import { SVG_NAMESPACE, XLINK_NAMESPACE } from "./allow-list";
import { parseSvg } from "./parse-svg";

type FindingKind = keyof typeof SENTENCES;

const SENTENCES = {
  script: (names: string) => `Removed scripts (${names}).`,
  handler: (names: string) => `Removed event handlers (${names}).`,
  reference: (names: string) => `Removed external references (${names}).`,
  animation: (names: string) => `Removed animation (${names}).`,
  element: (names: string) => `Removed unsupported elements (${names}).`,
  attribute: (names: string) => `Removed unsupported attributes (${names}).`,
  style: (names: string) => `Removed unsupported style rules (${names}).`,
  instruction: (names: string) => `Removed processing instructions (${names}).`,
  doctype: () => "Removed the DOCTYPE.",
  comment: () => "Removed comments.",
  text: () => "Removed stray text between elements.",
} as const;

const MAX_NAMES = 8;
const MAX_NAME_LENGTH = 40;

/** One sentence per kind, in a fixed order. */
export class Findings {
  readonly #names = new Map<FindingKind, Set<string>>();

  add(kind: FindingKind, name = ""): void {
    const names = this.#names.get(kind) ?? new Set();
    names.add(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
    this.#names.set(kind, names);
  }

  sentences(): string[] {
    const kinds = Object.keys(SENTENCES) as FindingKind[];
    return kinds.flatMap((kind) => {
      const names = this.#names.get(kind);
      return names === undefined ? [] : [SENTENCES[kind](list([...names]))];
    });
  }
}

function list(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** Elements have no prefix, some attributes have `xlink:` or `xml:`. */
export type SvgElement = {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
};

export function walk(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== "string") walk(child, visit);
}

/** Canonical: the same tree always gives the same text. */
export function serialise(root: SvgElement): string {
  let usesXlink = false;
  walk(root, ({ attributes }) => {
    usesXlink ||= attributes.has("xlink:href");
  });
  const namespaces = new Map([["xmlns", SVG_NAMESPACE]]);
  if (usesXlink) namespaces.set("xmlns:xlink", XLINK_NAMESPACE);
  return write({ ...root, attributes: new Map([...namespaces, ...root.attributes]) });
}

function write({ name, attributes, children }: SvgElement): string {
  const start = [name, ...[...attributes].map(([key, value]) => `${key}="${escapeAttribute(value)}"`)].join(" ");
  if (children.length === 0) return `<${start}/>`;
  const inside = children.map((child) => (typeof child === "string" ? escapeText(child) : write(child))).join("");
  return `<${start}>${inside}</${name}>`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML parsers change carriage returns, and tabs and line breaks in attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? "&#13;");
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}

/** Parses a sanitised SVG. For job processes only. */
export const readSvg = (svg: Buffer): SvgElement => parseSvg(svg.toString("utf8"), new Findings());
