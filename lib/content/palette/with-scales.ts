import { SCALE_STEPS } from "@/lib/contract";
import { scaleOf } from "./color-scale";
import type { Colors } from "./edit-colors";
import type { PaletteEntry } from "./types";

/** The palette, each colour followed by the steps of its scale where one is stated: `Barn Blue 50` to `Barn Blue 950`. */
export function withScales({
  palette,
  scales,
}: {
  palette: readonly PaletteEntry[];
  scales?: Colors["scales"];
}): PaletteEntry[] {
  return palette.flatMap((entry) => {
    const set = scales?.[entry.id];
    if (!set) return [entry];
    const { steps } = scaleOf(entry.hex, set);
    return [
      entry,
      ...SCALE_STEPS.map((step) => ({ ...entry, name: `${entry.name} ${step}`, hex: steps[step], usage: "" })),
    ];
  });
}
