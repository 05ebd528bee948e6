import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import type { ColorForm } from "@/lib/content";
import type { Swatch } from "./types";

type ColorValuesProps = {
  name: string;
  forms: readonly ColorForm[];
  /** Further rows, of three cells each. */
  children?: ReactNode;
};

/** A colour's values, each with its copy. The longest, of 17 letters, has room in one line of a card of 14.5rem. */
export function ColorValues({ name, forms, children }: ColorValuesProps) {
  return (
    <dl className="-mr-1.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 text-xs">
      {forms.map(({ name: form, shown, css }) => (
        <Fragment key={form}>
          <dt className="text-muted">{form}</dt>
          <dd className="font-mono">{shown}</dd>
          <dd>
            <CopyButton value={css} label={`Copy the ${form === "Hex" ? "hex" : form} of ${name}`} />
          </dd>
        </Fragment>
      ))}
      {children}
    </dl>
  );
}

export function Chip({ hex }: { hex: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-5 shrink-0 rounded-md border border-line"
      style={{ backgroundColor: hex }}
    />
  );
}

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
