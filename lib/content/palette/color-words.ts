import type { StoredColorRule, StoredColors, StoredGradient, StoredPrint, StoredScale } from "../document/colors";

export type NameOf = (id: string) => string;

/** Formats text written by people, such as isolating its direction. */
type Mark = (text: string) => string;
const asItIs: Mark = (text) => text;

const share = (value: number): string => String(Number(value.toFixed(1)));

/** `C 80 M 42 Y 66 K 32`. */
export const cmykText = ({ c, m, y, k }: NonNullable<StoredPrint["cmyk"]>): string =>
  `C ${share(c)} M ${share(m)} Y ${share(y)} K ${share(k)}`;

/** `C 80 M 42 Y 66 K 32, PANTONE 626 C`. */
export const printText = ({ cmyk, pantone }: StoredPrint, mark = asItIs): string =>
  [cmyk && cmykText(cmyk), pantone && mark(pantone)].filter(Boolean).join(", ");

/** `Generated from the colour`, `Generated from the colour, but 500 #2f5d50`. */
export function scaleText(scale: StoredScale): string {
  const set = Object.entries(scale).map(([step, hex]) => `${step} ${hex}`);
  return ["Generated from the colour", set.length > 0 && `but ${set.join(", ")}`].filter(Boolean).join(", ");
}

/** `Linear, 135°: Alder 0%, #11221d 100%`. */
export function gradientText({ kind, angle, stops }: StoredGradient, nameOf: NameOf, mark = asItIs): string {
  const head = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${kind === "radial" ? "" : `, ${angle}°`}`;
  const written = stops.map(
    ({ color_id, hex, position }) => `${color_id ? mark(nameOf(color_id)) : hex} ${share(position * 100)}%`,
  );
  return `${head}: ${written.join(", ")}`;
}

/** `Must only be used on Chalk; must not be used on Gorse; must never be combined with Rust: It is unreadable.` */
export function ruleText(rule: Omit<StoredColorRule, "id">, nameOf: NameOf, mark = asItIs): string {
  const list = (ids: readonly string[], type: "conjunction" | "disjunction") =>
    new Intl.ListFormat("en", { type }).format(ids.map((id) => mark(nameOf(id))));
  const { severity, allowed_on, forbidden_on, never_pair_with, reason } = rule;
  const parts = [
    allowed_on.length > 0 && `${severity} only be used on ${list(allowed_on, "conjunction")}`,
    forbidden_on.length > 0 && `${severity} not be used on ${list(forbidden_on, "disjunction")}`,
    never_pair_with.length > 0 && `${severity} never be combined with ${list(never_pair_with, "disjunction")}`,
  ]
    .filter(Boolean)
    .join("; ");
  const sentence = parts.charAt(0).toUpperCase() + parts.slice(1);
  return reason ? `${sentence}: ${mark(reason)}` : sentence;
}

export type ColorTexts = ReturnType<typeof colorsInWords>[number];

/** Everything defined apart from the palette, in palette order. */
export function colorsInWords(
  { palette, scales, print, dark, gradients = [], rules = [] }: StoredColors,
  mark = asItIs,
) {
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "a removed colour";
  const ofColors = <Value>(record: Record<string, Value> | undefined, text: (value: Value) => string) =>
    palette.flatMap(({ id, name }) => {
      const value = record?.[id];
      return value === undefined ? [] : [{ name, text: text(value) }];
    });
  return [
    { title: "Tints and shades", entries: ofColors(scales, scaleText) },
    { title: "In print", entries: ofColors(print, (one) => printText(one, mark)) },
    { title: "On dark backgrounds", entries: ofColors(dark, (hex) => hex) },
    {
      title: "Gradients",
      entries: gradients.map((one) => ({ name: one.name, text: gradientText(one, nameOf, mark) })),
    },
    {
      title: "Colour rules",
      entries: rules.map((rule) => ({ name: nameOf(rule.color), text: ruleText(rule, nameOf, mark) })),
    },
  ].filter(({ entries }) => entries.length > 0);
}
