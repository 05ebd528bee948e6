import { recorded } from "./results";

const results = recorded();
const distinct = (values: string[]) => [...new Set(values)];
const line = (parts: string[]) => `| ${parts.join(" | ")} |\n`;

for (const table of distinct(results.map((result) => result.table))) {
  const cells = results.filter((result) => result.table === table);
  const columns = distinct(cells.map(({ column }) => column));
  process.stdout.write(`\n${table}\n\n${line(["", ...columns])}${line(["", ...columns].map(() => "---"))}`);
  for (const row of distinct(cells.map((result) => result.row))) {
    const said = columns.map((column) => cells.find((cell) => cell.row === row && cell.column === column)?.holds);
    process.stdout.write(line([row, ...said.map((holds) => (holds === undefined ? "" : holds ? "yes" : "NO"))]));
  }
}
