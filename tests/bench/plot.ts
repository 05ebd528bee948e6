import type { Row } from "./part";

const WIDTH = 980;
const LABELS = 480;
const FIGURES = 60;
const LINE = 26;
const HEAD = 58;
/** The ratio at the right edge. Longer bars are cut. */
const MOST = 2;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const x = (ratio: number): number => LABELS + (Math.min(ratio, MOST) / MOST) * (WIDTH - LABELS - FIGURES);

const goalOf = (row: Row): number | null => {
  const [, figure] = /^[≥≤] ([\d.]+)×/.exec(row.goal) ?? [];
  return figure === undefined ? null : Number(figure);
};

function barOf(row: Row & { ratio: number }, index: number): string {
  const y = HEAD + index * LINE;
  const goal = goalOf(row);
  const mark =
    goal === null ? "" : `<line class="goal" x1="${x(goal)}" x2="${x(goal)}" y1="${y}" y2="${y + LINE - 8}"/>`;
  return `<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${escaped(row.what)}${row.goal.startsWith("≤") ? ", where less is better" : ""}</text>
<rect class="${row.holds === false ? "missed" : "met"}" x="${LABELS}" y="${y}" width="${(x(row.ratio) - LABELS).toFixed(1)}" height="${LINE - 8}" rx="2"/>
${mark}<text x="${(x(row.ratio) + 6).toFixed(1)}" y="${y + 13}">${row.ratio.toFixed(2)}</text>`;
}

/** Draws each ratio as a bar with its goal as a mark, in light or dark colours. */
export function plotOf(rows: Row[]): string {
  const drawn = rows.filter((row): row is Row & { ratio: number } => row.ratio !== null);
  const height = HEAD + drawn.length * LINE + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The hub's rates as a share of their anchors'">
<style>
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .met { fill: #2f6f4f } .missed { fill: #b35900 } .goal { stroke: #1f2328; stroke-width: 2 } .one { stroke: #8c959f; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .met { fill: #57ab7a } .missed { fill: #e0883e } .goal { stroke: #e6edf3 } }
</style>
<text x="${LABELS}" y="18">as a share of the anchor; the mark is the goal</text>
<line class="one" x1="${x(1)}" x2="${x(1)}" y1="${HEAD - 12}" y2="${height - 6}"/>
<text x="${x(1)}" y="${HEAD - 14}" text-anchor="middle">1.0</text>
${drawn.map(barOf).join("\n")}
</svg>
`;
}
