import { cx } from "@/components/ui/cx";
import type { Swatch } from "./types";

type ColorBandProps = { swatches: readonly Pick<Swatch, "id" | "hex">[]; className?: string };

/** The whole palette at one glance, in its order; a picture only, the cards below say everything in words. */
export function ColorBand({ swatches, className }: ColorBandProps) {
  return (
    <div aria-hidden="true" className={cx("flex h-16 overflow-clip rounded-xl border border-line", className)}>
      {swatches.map(({ id, hex }) => (
        <span key={id} className="h-full min-w-0 grow basis-0" style={{ backgroundColor: hex }} />
      ))}
    </div>
  );
}
