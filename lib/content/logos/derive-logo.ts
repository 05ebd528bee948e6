import { formatHex } from "culori";
import { readSvg, type SvgElement, serialise } from "../assets/svg/tree";
import { contrastRatio } from "../palette/hex";
import { parseCssColor } from "../palette/parse-css-color";

/** Forms of a logo that a hub can make of its drawing: in one colour, and for dark surfaces. */
export type DerivedForm = "black" | "white" | "negative";

export interface DerivedLogo {
  forms: Partial<Record<DerivedForm, string>>;
  /** Why there are none, as the end of a sentence; null where there are. */
  why: string | null;
}

/** What paints otherwise than by a plain colour, or belongs to another file: no colour can be put in its place. */
const OTHERWISE = new Set(
  "image filter mask pattern linearGradient radialGradient text tspan textPath style foreignObject".split(" "),
);
const SHAPES = new Set("path rect circle ellipse line polygon polyline use".split(" "));
/** Its shapes cut, and are never seen. */
const CUTS = "clipPath";
const NO_PAINT = new Set(["none", "transparent"]);
const PAINTS = ["fill", "stroke"] as const;
const BLACK = "#000000";
const WHITE = "#ffffff";
/** Below this a colour is lost on black, or is as good as white on it (WCAG 2.2, 1.4.11). */
const SEEN = 3;
const NEAR_WHITE = 1.4;

type Paint = (typeof PAINTS)[number];
type Painted = Record<Paint, string>;

const DECLARATION = /(?:^|;)\s*(fill|stroke)\s*:\s*([^;]+)/gi;

/** The paints that an element states, as attributes or in its style, which has the last word. */
function statedOf({ attributes }: SvgElement): Partial<Painted> {
  const stated: Partial<Painted> = {};
  for (const paint of PAINTS) {
    const value = attributes.get(paint);
    if (value !== undefined) stated[paint] = value.trim();
  }
  for (const [, paint = "", value = ""] of (attributes.get("style") ?? "").matchAll(DECLARATION))
    stated[paint.toLowerCase() as Paint] = value.trim();
  return stated;
}

/** A paint as a hex, null for none; undefined for what is no plain opaque colour. */
function colorOf(paint: string): string | null | undefined {
  if (NO_PAINT.has(paint.toLowerCase())) return null;
  const color = parseCssColor(paint);
  return color && (color.alpha ?? 1) === 1 ? formatHex(color) : undefined;
}

/** Calls `visit` for each shape with the paints that it has by itself and from above. */
function eachShape(element: SvgElement, from: Painted, visit: (paints: Painted) => void): void {
  if (element.name === CUTS) return;
  const stated = statedOf(element);
  const own: Painted = { ...from };
  for (const paint of PAINTS) if (stated[paint] && stated[paint] !== "inherit") own[paint] = stated[paint];
  if (SHAPES.has(element.name)) visit(own);
  for (const child of element.children) if (typeof child !== "string") eachShape(child, own, visit);
}

function uses(element: SvgElement, names: ReadonlySet<string>): boolean {
  return names.has(element.name) || element.children.some((child) => typeof child !== "string" && uses(child, names));
}

/** The same drawing with every colour replaced by what `to` says. */
function repainted(root: SvgElement, to: (hex: string) => string): string {
  const swap = (paint: string) => {
    const color = colorOf(paint);
    return color ? to(color) : paint;
  };
  const copy = (element: SvgElement): SvgElement => {
    if (element.name === CUTS) return element;
    const attributes = new Map(element.attributes);
    for (const paint of PAINTS) {
      const value = attributes.get(paint);
      if (value !== undefined) attributes.set(paint, swap(value.trim()));
    }
    const style = attributes.get("style");
    if (style !== undefined)
      attributes.set(
        "style",
        style.replace(DECLARATION, (all, _, value: string) => all.replace(value, swap(value.trim()))),
      );
    const children = element.children.map((child) => (typeof child === "string" ? child : copy(child)));
    return { ...element, attributes, children };
  };
  const made = copy(root);
  // What nobody paints is black.
  if (!made.attributes.has("fill")) made.attributes.set("fill", to(BLACK));
  return serialise(made);
}

/**
 * Makes one-colour and negative forms of a stored SVG, where that loses nothing: a drawing in a single colour becomes black and white; one in several, of which
 * the dark ones are lost on black and the others are not, gets white for the dark ones. For the process of jobs.
 */
export function deriveLogo(svg: Buffer): DerivedLogo {
  const root = readSvg(svg);
  if (uses(root, OTHERWISE))
    return { forms: {}, why: "it has pictures, gradients, effects, live text or a style sheet" };
  const colors = new Set<string>();
  let plain = true;
  eachShape(root, { fill: BLACK, stroke: "none" }, (paints) => {
    for (const paint of PAINTS) {
      const color = colorOf(paints[paint]);
      if (color === undefined) plain = false;
      else if (color !== null) colors.add(color);
    }
  });
  if (!plain) return { forms: {}, why: "some of its colours are not plain ones" };
  if (colors.size === 0) return { forms: {}, why: "it shows no colour" };
  if (colors.size === 1)
    return { forms: { black: repainted(root, () => BLACK), white: repainted(root, () => WHITE) }, why: null };
  const dark = [...colors].filter((color) => contrastRatio(color, BLACK) < SEEN);
  const white = [...colors].some((color) => contrastRatio(color, WHITE) < NEAR_WHITE);
  if (dark.length !== 1 || white)
    return { forms: {}, why: "its parts are told apart by several colours, which would become one" };
  return { forms: { negative: repainted(root, (color) => (dark.includes(color) ? WHITE : color)) }, why: null };
}
