"use client";

import { useMemo } from "react";
import { Notice } from "@/components/ui/empty-state";
import { keptColors } from "@/lib/content";
import { ContrastTable } from "./contrast-table";
import { type Remedies, remediesOf } from "./remedy";
import type { ContrastLine, DepthProps, Swatch } from "./types";
import { contrastLines } from "./use-swatches";

export function PaletteContrast(props: DepthProps) {
  const { colors, swatches } = props;
  const lines = useMemo(() => contrastLines(swatches, keptColors(colors)), [swatches, colors]);
  return (
    <ContrastSection
      lines={lines}
      swatches={swatches}
      backgrounds={swatches.filter(({ role }) => role === "background")}
      {...remediesOf(props)}
    />
  );
}

type ContrastSectionProps = Remedies & {
  caption?: string;
  lines: readonly ContrastLine[];
  backgrounds: readonly Swatch[];
  swatches: readonly Swatch[];
};

export function ContrastSection(props: ContrastSectionProps) {
  const { lines, backgrounds, onFix } = props;
  if (backgrounds.length === 0) {
    return <Notice>Give a colour the role “Background” to see its contrast here.</Notice>;
  }
  if (lines.length === 0) {
    return <Notice>Give a colour the role “Text”, “Primary” or “Accent” to see its contrast here.</Notice>;
  }
  const cells = lines.flatMap((line) => line.cells);
  const kept = cells.filter(({ remedy }) => remedy?.kind === "instead").length;
  const failing = cells.filter(({ passes }) => !passes).length - kept;
  const aside =
    kept === 0 ? "" : kept === 1 ? " One fails and can’t be changed." : ` ${kept} fail and can’t be changed.`;
  const passing =
    kept > 0
      ? `${cells.length - kept} of ${cells.length} pairs pass.`
      : cells.length === 1
        ? "The pair passes."
        : `All ${cells.length} pairs pass.`;
  return (
    <div className="flex flex-col gap-3">
      {failing === 0 ? (
        <Notice tone="success">{passing + aside}</Notice>
      ) : (
        <Notice tone="warning">
          {`${failing} of ${cells.length} pairs ${failing === 1 ? "fails" : "fail"}.${onFix ? " See the fix below each." : ""}${aside}`}
        </Notice>
      )}
      <ContrastTable {...props} />
    </div>
  );
}
