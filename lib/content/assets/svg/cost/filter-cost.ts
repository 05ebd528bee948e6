import { tokensOf } from "../css";
import type { SvgElement } from "../parse-svg";
import { numberOf } from "./transform";

/** Microseconds per pixel, and how many pixels beyond its area the filter reads. */
export type FilterCost = { perPixel: number; reach: number };

const PER_PIXEL: Record<string, number> = {
  feGaussianBlur: 0.014,
  feDropShadow: 0.022,
  feMorphology: 0.15,
  feDiffuseLighting: 0.09,
  feSpecularLighting: 0.09,
  feComposite: 0.005,
  feBlend: 0.011,
  feFlood: 0.009,
  feTile: 0.007,
  feColorMatrix: 0.003,
  feComponentTransfer: 0.003,
  feOffset: 0.002,
  feMerge: 0.002,
};
const PER_FUNCTION: Record<string, number> = {
  blur: 0.014,
  "drop-shadow": 0.022,
  brightness: 0.003,
  contrast: 0.003,
  grayscale: 0.003,
  "hue-rotate": 0.003,
  invert: 0.003,
  opacity: 0.003,
  saturate: 0.003,
  sepia: 0.003,
};
const PER_ARITHMETIC_PIXEL = 0.03;
const PER_MERGE = 0.003;
const PER_MORPHED_PIXEL = 0.005;
/** Browsers limit the deviation to about 500 pixels, and blur reads three. */
const MAX_REACH = 1_600;
const MAX_PER_PIXEL = 1e6;

/** A second read costs this share. Measured: a chain of results read twice grows by 1.6 a step. */
const READ_AGAIN = 0.6;

type Result = FilterCost & { isRead: boolean };

/** `scale` is pixels per unit. Results are mostly computed again for each step that reads them. */
export function filterCost(filter: SvgElement, scale: number): FilterCost {
  const source: Result = { perPixel: 0, reach: 0, isRead: false };
  const results = new Map<string, Result>();
  let previous = source;
  for (const step of filter.children) {
    if (typeof step === "string" || PER_PIXEL[step.name] === undefined) continue;
    const own = stepCost(step, scale);
    const inputs = inputsOf(step).map((name) => (name === undefined ? previous : (results.get(name.trim()) ?? source)));
    let perPixel = own.perPixel;
    for (const input of inputs) {
      perPixel += input.perPixel * (input.isRead ? READ_AGAIN : 1);
      input.isRead = true;
    }
    const reach = own.reach + Math.max(0, ...inputs.map((input) => input.reach));
    previous = { perPixel: Math.min(perPixel, MAX_PER_PIXEL), reach, isRead: false };
    const result = step.attributes.get("result");
    if (result !== undefined) results.set(result.trim(), previous);
  }
  return previous;
}

function inputsOf({ name, attributes, children }: SvgElement): (string | undefined)[] {
  if (name === "feMerge")
    return children.flatMap((node) => (typeof node === "string" ? [] : [node.attributes.get("in")]));
  // A drop shadow reads its input twice.
  if (name === "feDropShadow") return [attributes.get("in"), attributes.get("in")];
  const takesTwo = name === "feComposite" || name === "feBlend";
  return takesTwo ? [attributes.get("in"), attributes.get("in2")] : [attributes.get("in")];
}

function stepCost({ name, attributes, children }: SvgElement, scale: number): FilterCost {
  const perPixel = PER_PIXEL[name] ?? 0;
  const px = (value: string | undefined) => Math.min(Math.abs(numberOf(value, 0)) * scale || 0, MAX_REACH);
  const widest = (value = "0") =>
    Math.max(
      ...value
        .trim()
        .split(/[\s,]+/, 2)
        .map(px),
    );
  const shift = Math.max(px(attributes.get("dx")), px(attributes.get("dy")));
  const blur = Math.min(3 * widest(attributes.get("stdDeviation") ?? (name === "feDropShadow" ? "2" : "0")), MAX_REACH);
  switch (name) {
    case "feGaussianBlur":
      return { perPixel, reach: blur };
    case "feDropShadow":
      return { perPixel, reach: blur + shift };
    case "feOffset":
      return { perPixel, reach: shift };
    case "feMorphology": {
      const reach = widest(attributes.get("radius"));
      return { perPixel: perPixel + reach * PER_MORPHED_PIXEL, reach };
    }
    case "feMerge":
      return { perPixel: perPixel + children.length * PER_MERGE, reach: 0 };
    case "feComposite":
      return { perPixel: attributes.get("operator") === "arithmetic" ? PER_ARITHMETIC_PIXEL : perPixel, reach: 0 };
    default:
      return { perPixel, reach: 0 };
  }
}

/** At one canvas pixel per unit. */
export function filterFunctionsCost(value: string): FilterCost {
  let perPixel = 0;
  let reach = 0;
  let within = "";
  for (const { text } of tokensOf(value)) {
    if (text.endsWith("(")) {
      const name = text.slice(0, -1).toLowerCase();
      if (name in PER_FUNCTION) within = name;
      // A computed length has no upper bound.
      else if (within !== "") reach = Number.POSITIVE_INFINITY;
      if (name === "drop-shadow") perPixel *= 1 + READ_AGAIN;
      perPixel = Math.min(perPixel + (PER_FUNCTION[name] ?? 0), MAX_PER_PIXEL);
    } else if ((within === "blur" || within === "drop-shadow") && /^[-+.\d]/.test(text))
      reach += 3 * Math.abs(numberOf(text, 0));
  }
  return { perPixel, reach };
}
