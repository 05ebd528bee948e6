import type { z } from "zod";
import type { BrandBundleSchema } from "@/lib/contract";
import { scaleOf } from "./color-scale";
import type { Colors } from "./edit-colors";
import { stopHex } from "./gradients";
import { hexToRgb } from "./hex";

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
