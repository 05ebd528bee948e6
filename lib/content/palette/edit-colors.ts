import type { ScaleStep } from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
import type { PaletteEntry, StoredColorRule, StoredGradient, StoredPrint, StoredScale } from "../document/colors";

type Stop = StoredGradient["stops"][number];

export const stopHex = (palette: readonly PaletteEntry[], { color_id, hex }: Stop): string =>
  palette.find(({ id }) => id === color_id)?.hex ?? hex;

const SHAPES = {
  linear: (angle: number) => `linear-gradient(${angle}deg, `,
  radial: () => "radial-gradient(circle, ",
  conic: (angle: number) => `conic-gradient(from ${angle}deg, `,
};

/** The value of `background-image`, with sorted stops. */
export function gradientCss({ kind, angle, stops }: StoredGradient, colorOf: (stop: Stop) => string): string {
  const written = stops
    .toSorted((a, b) => a.position - b.position)
    .map((stop) => `${colorOf(stop)} ${Number((stop.position * 100).toFixed(2))}%`);
  return `${SHAPES[kind](angle)}${written.join(", ")})`;
}

export type Colors = BrandDocument["colors"];

export const addColor = (colors: Colors, entry: PaletteEntry): Colors => ({
  ...colors,
  palette: [...colors.palette, entry],
});

export function changeColor(colors: Colors, entry: PaletteEntry): Colors {
  if (!colors.palette.some(({ id }) => id === entry.id)) return colors;
  return { ...colors, palette: colors.palette.map((each) => (each.id === entry.id ? entry : each)) };
}

/** `place` is an index from 0, clamped. */
export function moveColor(colors: Colors, id: string, place: number): Colors {
  const entry = colors.palette.find((each) => each.id === id);
  if (!entry) return colors;
  const rest = colors.palette.filter((each) => each.id !== id);
  return { ...colors, palette: rest.toSpliced(Math.max(0, place), 0, entry) };
}

type ById<Value> = Readonly<Record<string, Value>>;

const without = <Value>(record: ById<Value> | undefined, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([one]) => one !== key));

function withKey<Key extends keyof Colors>(colors: Colors, key: Key, value: Colors[Key]): Colors {
  const { [key]: _, ...others } = colors;
  const isEmpty = value === undefined || Object.keys(value as object).length === 0;
  return (isEmpty ? others : { ...others, [key]: value }) as Colors;
}

/** Null removes the scale with its steps. */
export const setScale = (colors: Colors, id: string, scale: StoredScale | null): Colors =>
  withKey(colors, "scales", { ...without(colors.scales, id), ...(scale && { [id]: scale }) });

/** Null generates the step again. */
export function setStep(colors: Colors, id: string, step: ScaleStep, hex: string | null): Colors {
  const { [step]: _, ...others } = colors.scales?.[id] ?? {};
  return setScale(colors, id, hex ? { ...others, [step]: hex } : others);
}

/** Removes the values if both are empty. */
export const setPrint = (colors: Colors, id: string, { cmyk, pantone }: StoredPrint): Colors =>
  withKey(colors, "print", {
    ...without(colors.print, id),
    ...((cmyk || pantone.trim()) && { [id]: { cmyk, pantone: pantone.trim() } }),
  });

export const setDark = (colors: Colors, id: string, hex: string | null): Colors =>
  withKey(colors, "dark", { ...without(colors.dark, id), ...(hex && { [id]: hex }) });

export const setDarkSet = (colors: Colors, dark: ById<string>): Colors => withKey(colors, "dark", { ...dark });

const setIn = <Entry extends { id: string }>(list: readonly Entry[] | undefined, entry: Entry): Entry[] =>
  list?.some(({ id }) => id === entry.id)
    ? list.map((one) => (one.id === entry.id ? entry : one))
    : [...(list ?? []), entry];

export const setGradient = (colors: Colors, gradient: StoredGradient): Colors =>
  withKey(colors, "gradients", setIn(colors.gradients, gradient));

export const removeGradient = (colors: Colors, id: string): Colors =>
  withKey(
    colors,
    "gradients",
    colors.gradients?.filter((one) => one.id !== id),
  );

export const setRule = (colors: Colors, rule: StoredColorRule): Colors =>
  withKey(colors, "rules", setIn(colors.rules, rule));

export const removeRule = (colors: Colors, id: string): Colors =>
  withKey(
    colors,
    "rules",
    colors.rules?.filter((one) => one.id !== id),
  );

function knownRule(rule: StoredColorRule, known: ReadonlySet<string>): StoredColorRule | null {
  const kept = (ids: readonly string[]) => [...new Set(ids)].filter((id) => known.has(id) && id !== rule.color);
  const lists = {
    allowed_on: kept(rule.allowed_on),
    forbidden_on: kept(rule.forbidden_on),
    never_pair_with: kept(rule.never_pair_with),
  };
  const says = Object.values(lists).some((list) => list.length > 0);
  return known.has(rule.color) && says ? { ...rule, ...lists, reason: rule.reason.trim() } : null;
}

const knownKeys = <Value>(record: ById<Value> | undefined, known: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([id]) => known.has(id)));

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/**
 * As published: drops values of removed colours, which removing or merging may leave, and empty keys. A stop keeps the
 * last hex of a removed colour. Idempotent.
 */
export function tidyColors(colors: Colors): Colors {
  const { scales, print, dark, gradients, rules, ...palette } = colors;
  const known = new Set(palette.palette.map(({ id }) => id));
  const stated: Pick<Colors, "scales" | "print" | "dark" | "gradients" | "rules"> = {
    scales: knownKeys(scales, known),
    print: Object.fromEntries(
      Object.entries(knownKeys(print, known))
        .map(([id, { cmyk, pantone }]) => [id, { cmyk, pantone: pantone.trim() }] as const)
        .filter(([, { cmyk, pantone }]) => cmyk || pantone),
    ),
    dark: knownKeys(dark, known),
    gradients: (gradients ?? [])
      .map((gradient) => ({
        ...gradient,
        name: gradient.name.trim(),
        stops: gradient.stops
          .map((stop) => (stop.color_id && !known.has(stop.color_id) ? { ...stop, color_id: null } : stop))
          .toSorted((a, b) => a.position - b.position),
      }))
      .sort(byId),
    rules: (rules ?? []).flatMap((rule) => knownRule(rule, known) ?? []).sort(byId),
  };
  const said = Object.entries(stated).filter(([, value]) => Object.keys(value).length > 0);
  return { ...palette, ...Object.fromEntries(said) };
}

/** Also removes everything defined for it. Gradients look the same. */
export function removeColor(colors: Colors, id: string): Colors {
  const gradients = colors.gradients?.map((gradient) => ({
    ...gradient,
    stops: gradient.stops.map((stop) =>
      stop.color_id === id ? { ...stop, color_id: null, hex: stopHex(colors.palette, stop) } : stop,
    ),
  }));
  const palette = colors.palette.filter((entry) => entry.id !== id);
  return tidyColors({ ...colors, palette, ...(gradients && { gradients }) });
}
