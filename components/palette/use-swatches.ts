"use client";

import { useMemo } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import type { PaletteEntry } from "@/lib/brand-document";
import { colorForms, contrastMatrix, describeColor, REQUIRED_CONTRAST, readableInk, suggestFix } from "@/lib/palette";
import type { ContrastLine, Swatch } from "./types";

const LOCKED = "It is locked: only owners and admins may change it.";

/** How the colours read on the backgrounds among them, each pair that fails with the nearest shade that passes. */
export function contrastLines(
  swatches: readonly Swatch[],
  mayChange: (entry: PaletteEntry) => boolean,
): ContrastLine[] {
  const rows = contrastMatrix(swatches);
  return swatches.flatMap((foreground) => {
    const required = REQUIRED_CONTRAST[foreground.role];
    if (required === undefined) return [];
    const cells = rows
      .filter(({ foregroundId }) => foregroundId === foreground.id)
      .map((row) => ({
        backgroundId: row.backgroundId,
        ratio: row.ratio,
        passes: row.passes,
        fix: row.passes ? null : suggestFix(swatches, row, mayChange),
      }));
    return [{ foreground, required, cells }];
  });
}

/** The draft's colours with what the screen needs to know of each, and how they read on one another. */
export function useSwatches() {
  const { document, reason, canLock } = useDraft();
  const { palette } = document.colors;
  return useMemo(() => {
    const swatches = palette.map(
      (entry): Swatch => ({
        ...entry,
        forms: colorForms(entry.hex),
        ink: readableInk(entry.hex),
        description: describeColor(entry.hex),
        blocked: reason ?? (entry.locked && !canLock ? LOCKED : null),
      }),
    );
    // A viewer is shown the fixes too, and why they cannot use them.
    const mayChange = ({ locked }: PaletteEntry) => canLock || !locked;
    return { swatches, lines: contrastLines(swatches, mayChange) };
  }, [palette, reason, canLock]);
}
