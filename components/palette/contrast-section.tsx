"use client";

import { Notice } from "@/components/ui/notice";
import type { ContrastFix } from "@/lib/palette";
import { ContrastTable } from "./contrast-table";
import type { ContrastLine, Swatch } from "./types";

type ContrastSectionProps = {
  caption?: string;
  lines: readonly ContrastLine[];
  backgrounds: readonly Swatch[];
  reason: string | null;
  onFix: (fix: ContrastFix) => void;
};

/** How the colours read on the backgrounds: a sentence, then the numbers. */
export function ContrastSection(props: ContrastSectionProps) {
  const { lines, backgrounds } = props;
  if (backgrounds.length === 0) {
    return <Notice>Give a colour the role “Background”, and its contrast with the others is measured here.</Notice>;
  }
  if (lines.length === 0) {
    return <Notice>Give a colour the role “Text”, “Primary” or “Accent”, and its contrast is measured here.</Notice>;
  }
  const cells = lines.flatMap((line) => line.cells);
  const failing = cells.filter(({ passes }) => !passes).length;
  return (
    <div className="flex flex-col gap-3">
      {failing === 0 ? (
        <Notice tone="success">
          {cells.length === 1 ? "The one pair passes." : `All ${cells.length} pairs pass.`}
        </Notice>
      ) : (
        <Notice tone="warning">
          {failing} of {cells.length} pairs {failing === 1 ? "fails" : "fail"}. Below each stands the nearest shade that
          passes.
        </Notice>
      )}
      <ContrastTable {...props} />
    </div>
  );
}
