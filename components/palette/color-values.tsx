import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/icon-button";
import { cx } from "@/components/ui/styles";
import type { ColorForm } from "@/lib/content";
import type { Swatch } from "./types";

type ColorValuesProps = {
  name: string;
  forms: readonly ColorForm[];
  children?: ReactNode;
};

/** A colour's values, each with a copy button. The longest (17 letters) fits a card of 14.5rem on one line. */
export function ColorValues({ name, forms, children }: ColorValuesProps) {
  return (
    <dl className="-mr-1.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 text-xs">
      {forms.map(({ name: form, shown, css }) => (
        <Fragment key={form}>
          <dt className="text-muted">{form}</dt>
          <dd className="font-mono">{shown}</dd>
          <dd>
            <CopyButton value={css} label={`Copy ${form === "Hex" ? "hex" : form} of ${name}`} />
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

/** The whole palette as a strip. Decorative: the cards say the same in words. */
export function ColorBand({ swatches, className }: ColorBandProps) {
  return (
    <div aria-hidden="true" className={cx("flex h-16 overflow-clip rounded-xl border border-line", className)}>
      {swatches.map(({ id, hex }) => (
        <span key={id} className="h-full min-w-0 grow basis-0" style={{ backgroundColor: hex }} />
      ))}
    </div>
  );
}
