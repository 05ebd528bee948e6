"use client";

import { Check, Copy } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton, useCopy } from "@/components/ui/copy-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { useStoredChoice } from "@/components/ui/use-stored-choice";
import { type ColorForm, cmykText, type StoredPrint } from "@/lib/content";
import { oneOf } from "@/lib/platform/ids";
import type { Swatch } from "./types";

const FORMATS = ["Hex", "RGB", "HSL", "OKLCH"] as const;

function useColorFormat() {
  const [stored, choose] = useStoredChoice("hub-color-format");
  return { format: oneOf(FORMATS, stored) ?? "Hex", choose };
}

/** The format of every `ColorValue` in this browser. */
export function ColorFormatChoice() {
  const { format, choose } = useColorFormat();
  return (
    <SegmentedControl
      size="sm"
      label="Colour format"
      name="color-format"
      options={FORMATS.map((value) => ({ value, label: value }))}
      value={format}
      onValueChange={choose}
    />
  );
}

type ColorValueProps = { name: string; forms: readonly ColorForm[]; className?: string };

/** A colour's value in the chosen format. Pressing it copies it. The longest (26 letters) fits a card of 14.5rem. */
export function ColorValue({ name, forms, className }: ColorValueProps) {
  const { format } = useColorFormat();
  const css = forms.find((form) => form.name === format)?.css ?? "";
  const { result, copy } = useCopy(css);
  const Icon = result === "Copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${css} of ${name}`}
        className={cx(
          "-mx-1.5 flex w-fit max-w-full items-center gap-1.5 rounded-md px-1.5 py-1 text-left font-mono text-xs transition-colors hover:bg-hover [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-faint hover:[&>svg]:text-ink",
          className,
        )}
      >
        <span className="min-w-0 wrap-anywhere">{css}</span>
        <Icon aria-hidden="true" />
      </button>
      <LiveRegion message={result} />
    </>
  );
}

type ColorText = { term: string; shown: ReactNode; value: string };

const formTexts = (forms: readonly ColorForm[]): ColorText[] =>
  forms.map(({ name, shown, css }) => ({ term: name, shown, value: css }));

const printTexts = (print: StoredPrint | undefined): ColorText[] =>
  Object.entries({ CMYK: print?.cmyk ? cmykText(print.cmyk) : "", Pantone: print?.pantone ?? "" })
    .filter(([, value]) => value)
    .map(([term, value]) => ({ term, shown: <ContentText>{value}</ContentText>, value }));

type ColorValuesProps = { name: string; forms?: readonly ColorForm[]; print?: StoredPrint };

/** A colour's values, each with a copy button. */
export function ColorValues({ name, forms = [], print }: ColorValuesProps) {
  const texts = [...formTexts(forms), ...printTexts(print)];
  if (texts.length === 0) return null;
  return (
    <dl className="-mr-1.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-xs">
      {texts.map(({ term, shown, value }) => (
        <Fragment key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-mono wrap-anywhere">{shown}</dd>
          <dd>
            <CopyButton value={value} label={`Copy ${term === "Hex" ? "hex" : term} of ${name}`} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The whole palette as a strip. Decorative: the cards say the same in words. */
export function ColorBand({ swatches }: { swatches: readonly Pick<Swatch, "id" | "hex">[] }) {
  return (
    <div aria-hidden="true" className="flex h-16 overflow-clip rounded-xl border border-line">
      {swatches.map(({ id, hex }) => (
        <span key={id} className="h-full min-w-0 grow basis-0" style={{ backgroundColor: hex }} />
      ))}
    </div>
  );
}
