import { build } from "@/lib/server/cli/prepare.mjs";
import { measurePair, type Part, ResourceStack, type Row } from "./part";
import { deliveries } from "./parts/deliveries";
import { embedded } from "./parts/embedded";
import { events } from "./parts/events";
import { neighbours } from "./parts/neighbours";
import { next } from "./parts/next";
import { pages } from "./parts/pages";
import { processes } from "./parts/processes";
import { publish } from "./parts/publish";
import { reads } from "./parts/reads";
import { scale } from "./parts/scale";
import { start } from "./parts/start";
import { keepResults, writeDocument } from "./results";
import { tableOf } from "./table";

/**
 * `npm run bench`, or `npm run bench -- reads scale` for some parts, measures the built hub in production mode on
 * Debian's PostgreSQL. Each measurement alternates with an anchor that does similar work without being a hub.
 * `--quick` uses short rounds, `--as-built` the existing build. `--write` also updates docs/benchmarks.md with all
 * known results.
 */
const PARTS: readonly Part[] = [
  reads,
  next,
  embedded,
  events,
  publish,
  deliveries,
  scale,
  processes,
  neighbours,
  start,
  pages,
];

const given = process.argv.slice(2);
const quick = given.includes("--quick");
const named = given.filter((word) => !word.startsWith("--"));
const unknown = named.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}. Parts: ${PARTS.map(({ name }) => name).join(", ")}\n`);
  process.exit(1);
}

async function measurePart({ name, what, open }: Part): Promise<Row[]> {
  process.stderr.write(`${what}\n`);
  const stack = new ResourceStack();
  const rows: Row[] = [];
  try {
    for (const pair of await open(stack)) {
      const row = await measurePair(name, pair, quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 5 });
      process.stderr.write(`  ${row.what}: ${(row.ratio ?? row.hubValue).toFixed(2)}\n`);
      rows.push(row);
    }
  } finally {
    await stack.close();
  }
  return rows;
}

if (!given.includes("--as-built")) await build();
const chosen = PARTS.filter(({ name }) => named.length === 0 || named.includes(name));
const rows: Row[] = [];
for (const part of chosen) {
  const measured = await measurePart(part);
  rows.push(...measured);
  // Save at once, so a later failure loses nothing.
  await keepResults(
    measured,
    PARTS.map(({ name }) => name),
  );
}
process.stdout.write(`${tableOf(rows)}\n`);
if (given.includes("--write")) await writeDocument();
