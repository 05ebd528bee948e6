import { formatHex } from "culori";
import { readSvg, type SvgElement, serialise } from "../assets/svg/parse-svg";
import { contrastRatio } from "../palette/hex";
import { parseCssColor } from "../palette/parse-css-color";

export type DerivedForm = "black" | "white" | "negative";

export interface DerivedLogo {
  forms: Partial<Record<DerivedForm, string>>;
  /** Completes a sentence. Null if a form was derived. */
  why: string | null;
}

/** Only plain colours can be replaced. */
const UNSUPPORTED = new Set(
  "image filter mask pattern linearGradient radialGradient text tspan textPath style foreignObject".split(" "),
);
const SHAPES = new Set("path rect circle ellipse line polygon polyline use".split(" "));
/** Its shapes are never drawn. */
const CLIP_PATH = "clipPath";
const NO_PAINT = new Set(["none", "transparent"]);
const PAINTS = ["fill", "stroke"] as const;
const BLACK = "#000000";
const WHITE = "#ffffff";
/** Below `VISIBLE` (WCAG 2.2, 1.4.11) a colour is lost on black. Below `NEAR_WHITE` it looks white. */
const VISIBLE = 3;
const NEAR_WHITE = 1.4;

type Paint = (typeof PAINTS)[number];
type Painted = Record<Paint, string>;

const DECLARATION = /(?:^|;)\s*(fill|stroke)\s*:\s*([^;]+)/gi;

/** `style` overrides attributes. */
function paintsOf({ attributes }: SvgElement): Partial<Painted> {
  const paints: Partial<Painted> = {};
  for (const paint of PAINTS) {
    const value = attributes.get(paint);
    if (value !== undefined) paints[paint] = value.trim();
  }
  for (const [, paint = "", value = ""] of (attributes.get("style") ?? "").matchAll(DECLARATION))
    paints[paint.toLowerCase() as Paint] = value.trim();
  return paints;
}

/** Null for no paint, undefined unless plain and opaque. */
function colorOf(paint: string): string | null | undefined {
  if (NO_PAINT.has(paint.toLowerCase())) return null;
  const color = parseCssColor(paint);
  return color && (color.alpha ?? 1) === 1 ? formatHex(color) : undefined;
}

function eachShape(element: SvgElement, from: Painted, visit: (paints: Painted) => void): void {
  if (element.name === CLIP_PATH) return;
  const paints = paintsOf(element);
  const own: Painted = { ...from };
  for (const paint of PAINTS) if (paints[paint] && paints[paint] !== "inherit") own[paint] = paints[paint];
  if (SHAPES.has(element.name)) visit(own);
  for (const child of element.children) if (typeof child !== "string") eachShape(child, own, visit);
}

function uses(element: SvgElement, names: ReadonlySet<string>): boolean {
  return names.has(element.name) || element.children.some((child) => typeof child !== "string" && uses(child, names));
}

function repainted(root: SvgElement, to: (hex: string) => string): string {
  const swap = (paint: string) => {
    const color = colorOf(paint);
    return color ? to(color) : paint;
  };
  const copy = (element: SvgElement): SvgElement => {
    if (element.name === CLIP_PATH) return element;
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
  if (!made.attributes.has("fill")) made.attributes.set("fill", to(BLACK));
  return serialise(made);
}

/**
 * Derives variants of an SVG where nothing is lost. One colour becomes black and white. If only the dark ones of
 * several colours are lost on black, they become white. For job processes only.
 */
export function deriveLogo(svg: Buffer): DerivedLogo {
  const root = readSvg(svg);
  if (uses(root, UNSUPPORTED))
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
  if (!plain) return { forms: {}, why: "some of its colours aren't plain" };
  if (colors.size === 0) return { forms: {}, why: "it has no colour" };
  if (colors.size === 1)
    return { forms: { black: repainted(root, () => BLACK), white: repainted(root, () => WHITE) }, why: null };
  const dark = [...colors].filter((color) => contrastRatio(color, BLACK) < VISIBLE);
  const white = [...colors].some((color) => contrastRatio(color, WHITE) < NEAR_WHITE);
  if (dark.length !== 1 || white) return { forms: {}, why: "its colours would merge into one" };
  return { forms: { negative: repainted(root, (color) => (dark.includes(color) ? WHITE : color)) }, why: null };
}
