"use client";

import { useMemo } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import {
  colorForms,
  contrastMatrix,
  contrastRemedy,
  describeColor,
  type Kept,
  type PaletteEntry,
  REQUIRED_CONTRAST,
  readableInk,
} from "@/lib/content";
import type { ContrastLine, Swatch } from "./types";

const LOCKED = "Locked: only owners and admins can change it";

/**
 * Contrast of the colours on each background, with a fix for each failing pair.
 * @param keptOf why fixes leave a colour unchanged. Null when they can change it
 */
export function contrastLines(
  swatches: readonly Swatch[],
  keptOf: (entry: PaletteEntry) => Kept | null,
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
        remedy: row.passes ? null : contrastRemedy(swatches, row, keptOf),
      }));
    return [{ foreground, required, cells }];
  });
}

export function useSwatches(): Swatch[] {
  const { document, reason, canLock } = useDraft();
  const { palette } = document.colors;
  return useMemo(() => {
    return palette.map(
      (entry): Swatch => ({
        ...entry,
        forms: colorForms(entry.hex),
        ink: readableInk(entry.hex),
        description: describeColor(entry.hex),
        blocked: reason ?? (entry.locked && !canLock ? LOCKED : null),
      }),
    );
  }, [palette, reason, canLock]);
}
