/** The colour of the plate that a picture brings along: one in the middle of each edge; null where it has none. Asks for the colour of a pixel, null where that is clear. */
export function plateOf(
  hexAt: (x: number, y: number) => string | null,
  { width, height }: { width: number; height: number },
): string | null {
  const [middle, centre] = [width >> 1, height >> 1];
  const [first, ...others] = [hexAt(middle, 1), hexAt(middle, height - 2), hexAt(1, centre), hexAt(width - 2, centre)];
  return first && others.every((hex) => hex === first) ? first : null;
}
