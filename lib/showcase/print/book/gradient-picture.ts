import type { StoredGradient } from "@/lib/brand-document";
import { hexToRgb, type PaletteEntry, stopHex } from "@/lib/palette";
import { drawPixels } from "./draw-picture";

type Rgb = readonly [number, number, number];

/** How far along its gradient a point lies, from the middle of the picture, as style sheets have it. */
function placeOf({ kind, angle }: StoredGradient, width: number, height: number): (x: number, y: number) => number {
  const turn = (angle * Math.PI) / 180;
  if (kind === "linear") {
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    const length = Math.abs(width * sin) + Math.abs(height * cos);
    return (x, y) => (x * sin - y * cos) / length + 0.5;
  }
  if (kind === "radial") return (x, y) => Math.hypot(x, y) / Math.hypot(width / 2, height / 2);
  return (x, y) => ((Math.atan2(x, -y) - turn) / (2 * Math.PI) + 2) % 1;
}

/** A gradient in pixels: readers of PDF know no conic ones. */
export async function drawGradient(
  gradient: StoredGradient,
  palette: readonly PaletteEntry[],
  { width, height }: { width: number; height: number },
): Promise<string> {
  const stops = gradient.stops
    .toSorted((a, b) => a.position - b.position)
    .map((stop) => ({ at: stop.position, rgb: Object.values(hexToRgb(stopHex(palette, stop))) as unknown as Rgb }));
  const colorAt = (place: number): Rgb => {
    const next = stops.findIndex(({ at }) => at >= place);
    const [before, after] = [stops[next === -1 ? stops.length - 1 : Math.max(0, next - 1)], stops.at(next)];
    if (!before || !after) return [0, 0, 0];
    const share = after.at > before.at ? Math.min(1, Math.max(0, (place - before.at) / (after.at - before.at))) : 1;
    return before.rgb.map((value, index) => value + ((after.rgb[index] ?? 0) - value) * share) as unknown as Rgb;
  };
  const at = placeOf(gradient, width, height);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set(colorAt(at(x + 0.5 - width / 2, y + 0.5 - height / 2)).map(Math.round), (y * width + x) * 3);
  return drawPixels(pixels, width, height);
}
