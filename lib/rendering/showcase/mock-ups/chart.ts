import { contrastRatio } from "@/lib/content";
import type { Scene, Shape } from "../scene";
import { type Kit, logo, onBackground, onPage, rect, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 900;
const EDGE = 96;

/** Real figures: the stated personality, else the contrast of the colours on this background. */
function figuresOf({ dimensions, palette, scheme, words }: Kit) {
  const series = (index: number) => scheme.series[index % scheme.series.length] ?? scheme.link;
  if (dimensions.length >= 3)
    return {
      title: `The character of ${words.name}`,
      note: "From 1 (weak) to 5 (strong)",
      rows: dimensions
        .slice(0, 5)
        .map(({ name, value }, index) => ({ name, value, shown: String(value), fill: series(index) })),
      most: 5,
    };
  const ratios = palette
    .map(({ name, hex }) => ({ name, value: contrastRatio(hex, scheme.page), fill: hex }))
    .filter(({ value }) => value >= 1.2)
    .sort((one, other) => other.value - one.value)
    .slice(0, 5);
  const rows =
    ratios.length > 0 ? ratios : [{ name: "Text", value: contrastRatio(scheme.ink, scheme.page), fill: scheme.ink }];
  return {
    title: `The colours of ${words.name} by contrast`,
    note: `Contrast on ${scheme.page}, of 21`,
    // Rounded down, so that 4.499 never reads as 4.5.
    rows: rows.map((row) => ({ ...row, shown: `${(Math.floor(row.value * 10) / 10).toFixed(1)}:1` })),
    most: 21,
  };
}

export function chart(kit: Kit): Scene {
  const { scheme, type } = kit;
  const { title, note, rows, most } = figuresOf(kit);
  const heading = type.fit(
    title,
    { face: "display", fill: scheme.ink, on: scheme.page, tracking: -0.02, leading: 1.1 },
    { x: EDGE, y: 96, width: WIDTH - 2 * EDGE, maxLines: 2 },
    [58, 50, 42, 36],
    110,
  );
  const below = { x: EDGE, y: 96 + heading.height + 18, width: 1000, maxLines: 1 };
  const subtitle = type.block(note, onPage(kit, "body", 22, scheme.muted), below);
  const [first, height] = [300, 460 / Math.max(rows.length, 4)];
  const [start, room] = [EDGE + 270, WIDTH - 2 * EDGE - 270 - 110];
  const grid = [0, 1, 2, 3, 4, 5].map(
    (index): Shape =>
      rect({ x: start + (room * index) / 5, y: first - 16, width: 1, height: rows.length * height + 12 }, scheme.line),
  );
  const bars = rows.flatMap(({ name, value, shown, fill }, index) => {
    const y = first + index * height;
    const thick = Math.min(58, height * 0.62);
    const middle = y + thick / 2;
    const width = Math.max(8, (room * value) / most);
    return [
      ...type.block(name, onPage(kit, "strong", 23), { x: EDGE, y: middle - 8.5, width: 250, maxLines: 1 }).shapes,
      rect({ x: start, y, width, height: thick }, fill, 6),
      rect({ x: start, y, width: 6, height: thick }, fill),
      type.line(shown, onPage(kit, "mono", 23), { x: start + width + 18, y: middle - 8.5 }),
    ];
  });
  return onBackground(
    { width: WIDTH, height: HEIGHT },
    `${kit.words.name}: chart. ${rows.map(({ name, shown }) => `${name} ${shown}`).join(", ")}`,
    scheme.page,
    [
      rect({ x: 0, y: 0, width: WIDTH, height: 12 }, scheme.primary),
      ...heading.shapes,
      ...subtitle.shapes,
      ...grid,
      ...bars,
      rule(EDGE, 790, WIDTH - 2 * EDGE, scheme.line),
      ...logo(kit, { x: EDGE, y: 814, width: 220, height: 36 }, scheme.page, { fill: scheme.ink }),
    ],
  );
}
