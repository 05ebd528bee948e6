import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Row } from "./part";
import { plotOf } from "./plot";
import { tableOf } from "./table";

const FOLDER = "tests/.output";
/** One file per Node version, because results of two versions must not mix. */
const FILE = `${FOLDER}/bench-${process.version}.json`;
const DOCUMENT = "docs/benchmarks.md";
const PLOT = "docs/benchmarks.svg";

/** Each part's latest results with this version of Node. */
async function readResults(): Promise<Row[]> {
  const text = await readFile(FILE, "utf8").catch(() => "[]");
  return JSON.parse(text);
}

/** Replaces the saved results of these parts. Keeps the order of all parts. */
export async function keepResults(measured: Row[], order: string[]): Promise<void> {
  const again = new Set(measured.map(({ part }) => part));
  const known = await readResults();
  const rows = [...known.filter(({ part }) => !again.has(part)), ...measured];
  rows.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(FILE, `${JSON.stringify(rows, null, 2)}\n`);
}

/** The generated part of the document. */
const PLACE = /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/;

/** Writes the saved results into the document and draws the plot. */
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
