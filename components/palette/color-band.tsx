import { cx } from "@/components/ui/cx";
import type { Swatch } from "./types";

type ColorBandProps = { swatches: readonly Pick<Swatch, "id" | "hex">[]; flush?: boolean; className?: string };

/** The whole palette at one glance, in its order; a picture only, the cards below say everything in words. `flush` is a lower one without a frame, for the foot of a picture. */
export function ColorBand({ swatches, flush = false, className }: ColorBandProps) {
  return (
    <div
      aria-hidden="true"
      className={cx("flex overflow-clip", flush ? "h-8 sm:h-12" : "h-16 rounded-xl border border-line", className)}
    >
      {swatches.map(({ id, hex }) => (
        <span key={id} className="h-full min-w-0 grow basis-0" style={{ backgroundColor: hex }} />
      ))}
    </div>
  );
}
