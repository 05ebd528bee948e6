import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Row } from "./part";
import { plotOf } from "./plot";
import { tableOf } from "./table";

const FOLDER = "tests/.output";
/** One of each Node: figures of two never stand in one table. */
const FILE = `${FOLDER}/bench-${process.version}.json`;
const DOCUMENT = "docs/benchmarks.md";
const PLOT = "docs/benchmarks.svg";

/** What was measured of each part, the last time that it ran by this Node. */
async function readResults(): Promise<Row[]> {
  const text = await readFile(FILE, "utf8").catch(() => "[]");
  return JSON.parse(text);
}

/** Keeps what was measured in place of what was known of these parts, in the order of all parts. */
export async function keepResults(measured: Row[], order: string[]): Promise<void> {
  const again = new Set(measured.map(({ part }) => part));
  const known = await readResults();
  const rows = [...known.filter(({ part }) => !again.has(part)), ...measured];
  rows.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(FILE, `${JSON.stringify(rows, null, 2)}\n`);
}

/** What the bench writes stands between these two; the rest of the document is written by people. */
const PLACE = /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/;

/** Writes the kept results into the document, and draws them. */
export async function writeDocument(): Promise<void> {
  const rows = await readResults();
  const document = await readFile(DOCUMENT, "utf8");
  if (!PLACE.test(document)) throw new Error(`${DOCUMENT} has no place for the table`);
  const of = `Measured on two cores with Node ${process.versions.node} and PostgreSQL 15.`;
  const text = [of, "![The hub's rates and their anchors](benchmarks.svg)", tableOf(rows)].join("\n\n");
  await writeFile(
    DOCUMENT,
    document.replace(PLACE, (_, from, to) => `${from}\n${text}\n\n${to}`),
  );
  await writeFile(PLOT, plotOf(rows));
}
