import type { z } from "zod";
import { type BrandBundleSchema, SCALE_STEPS, type ScaleStep } from "@/lib/contract";
import type { StoredScale } from "../document/colors";
import { type Colors, stopHex } from "./edit-colors";
import { hexToRgb } from "./hex";
import { toHex, toTone } from "./oklch";

type Bundle = z.input<typeof BrandBundleSchema>;
export type PublishedColors = Pick<Bundle, "colors" | "color_rules">;

/** A DTCG `color` value (2025.10). */
export function tokenColor(hex: string): { colorSpace: "srgb"; components: number[]; hex: string } {
  const { r, g, b } = hexToRgb(hex);
  const components = [r, g, b].map((channel) => Number((channel / 255).toFixed(4)));
  return { colorSpace: "srgb", components, hex };
}

const nonEmpty = <Entry>(entries: Entry[]): Entry[] | undefined => (entries.length > 0 ? entries : undefined);

/** In palette order. Empty parts are absent. */
export function publishColors(colors: Colors): PublishedColors {
  const { source, palette, scales, print, dark, gradients, rules } = colors;
  const ofColors = <Value, Entry>(
    record: Record<string, Value> | undefined,
    write: (value: Value, hex: string) => Entry,
  ) =>
    nonEmpty(
      palette.flatMap(({ id, hex }) => {
        const value = record?.[id];
        return value === undefined ? [] : [{ color: id, ...write(value, hex) }];
      }),
    );
  const stated = {
    scales: ofColors(scales, (set, hex) => ({ steps: scaleOf(hex, set).steps })),
    print: ofColors(print, ({ cmyk, pantone }) => ({ ...(cmyk && { cmyk }), ...(pantone && { pantone }) })),
    dark: ofColors(dark, (hex) => ({ hex })),
    gradients: gradients?.map(({ stops, ...gradient }) => ({
      ...gradient,
      stops: stops.map((stop) => ({
        color: tokenColor(stopHex(palette, stop)),
        position: stop.position,
        ...(stop.color_id && { palette_color: stop.color_id }),
      })),
    })),
  };
  return {
    colors: {
      source,
      palette: palette.map(({ id, name, role, hex, usage, locked }) => ({
        id,
        name,
        role,
        hex,
        rgb: hexToRgb(hex),
        usage,
        locked,
      })),
      ...(Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)) as Partial<
        typeof stated
      >),
    },
    ...(rules && { color_rules: rules.map(({ reason, ...rule }) => ({ ...rule, ...(reason && { reason }) })) }),
  };
}

/** OKLCH lightness of the steps 50 to 950. */
const LIGHTNESS = [0.975, 0.945, 0.89, 0.82, 0.73, 0.64, 0.55, 0.47, 0.39, 0.32, 0.235] as const;
/** How fast chroma falls towards white and black. */
const FADE = { lighter: 0.7, darker: 0.8 };

export interface Scale {
  /** The step that is the colour itself. */
  own: ScaleStep;
  steps: Record<ScaleStep, string>;
}

const nearestTo = (lightness: number): number =>
  LIGHTNESS.reduce((best, one, at) => {
    const former = LIGHTNESS[best] ?? 0;
    return Math.abs(one - lightness) < Math.abs(former - lightness) ? at : best;
  }, 0);

/**
 * Tints and shades in the colour's hue, from near white to near black. The colour itself is one of them. `set`
 * overrides the others. Deterministic.
 * @throws TypeError if it isn't a hex colour
 */
export function scaleOf(hex: string, set: StoredScale = {}): Scale {
  const tone = toTone(hex);
  const at = nearestTo(tone.l);
  const place = LIGHTNESS[at] ?? tone.l;
  const made = SCALE_STEPS.map((step, index): [ScaleStep, string] => {
    if (index === at) return [step, hex];
    const lighter = index < at;
    const end = LIGHTNESS[lighter ? 0 : LIGHTNESS.length - 1] ?? place;
    const way = ((LIGHTNESS[index] ?? place) - place) / (end - place);
    // Also works beyond the scale's ends.
    const l = tone.l + way * (end - tone.l);
    const left = lighter ? (1 - l) / (1 - tone.l) : l / tone.l;
    const c = tone.c * Math.min(1, left) ** (lighter ? FADE.lighter : FADE.darker);
    return [step, set[step] ?? toHex({ l, c, h: tone.h })];
  });
  return { own: SCALE_STEPS[at] ?? "500", steps: Object.fromEntries(made) as Record<ScaleStep, string> };
}
