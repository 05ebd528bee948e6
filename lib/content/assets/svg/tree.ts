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
