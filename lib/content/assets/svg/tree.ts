import { SVG_NAMESPACE, XLINK_NAMESPACE } from "./allow-list";
import { Findings } from "./findings";
import { parseSvg } from "./parse-svg";

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
