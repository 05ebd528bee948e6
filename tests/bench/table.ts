import type { Row } from "./part";

const HEAD = ["what", "anchor", "anchor's", "hub's", "ratio", "p99 (ms)", "goal", "holds"];

/** Three significant digits. */
export const shown = (value: number): string => {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
};

function p99Of({ p99 }: Row): string {
  if (!p99) return "";
  return p99.ratio === null
    ? shown(p99.hubMs)
    : `${shown(p99.hubMs)} to ${shown(p99.anchorMs ?? 0)} (${p99.ratio.toFixed(1)}×)`;
}

const HOLDS = new Map([
  [true, "yes"],
  [false, "**no**"],
  [null, ""],
]);

function cellsOf(row: Row): string[] {
  const { what, anchor, unit, anchorValue, hubValue, ratio, goal, holds, beside } = row;
  const besides = Object.entries(beside).map(([name, value]) => `${name} ${shown(value)}`);
  return [
    [what, ...besides].join("; "),
    anchor,
    anchorValue === null ? "" : shown(anchorValue),
    `${shown(hubValue)} ${unit}`,
    ratio?.toFixed(2) ?? "",
    p99Of(row),
    goal,
    HOLDS.get(holds) ?? "",
  ];
}

const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;

/** A Markdown table that is also readable in a terminal. */
export const tableOf = (rows: Row[]): string =>
  [line(HEAD), line(HEAD.map(() => "---")), ...rows.map((row) => line(cellsOf(row)))].join("\n");
