import { SVG_NAMESPACE, XLINK_NAMESPACE } from "./allow-list";
import { Findings } from "./findings";
import { parseSvg } from "./parse-svg";

/** An element of a stored SVG. Names are as written out: no prefix on elements, `xlink:` or `xml:` on some attributes. */
export type SvgElement = {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
};

/** Calls `visit` for an element and everything below it, parents first. */
export function walk(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== "string") walk(child, visit);
}

/** Writes a tree as one canonical SVG document: the same tree always gives the same text, and every value is escaped. */
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

/** Carriage returns and, in attributes, tabs and line breaks are changed by every XML parser unless written as numbers. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? "&#13;");
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}

/** The elements of a stored SVG, which was cleaned when it came. For the process of jobs. */
export const readSvg = (svg: Buffer): SvgElement => parseSvg(svg.toString("utf8"), new Findings());
