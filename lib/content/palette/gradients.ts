import type { PaletteEntry, StoredGradient } from "../document/colors";

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
