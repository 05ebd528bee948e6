import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** A cell of a table: what was tried, and whether it holds. */
export interface Result {
  table: string;
  row: string;
  column: string;
  holds: boolean;
}

const FILES = ["matrix", "next", "registry"] as const;
type File = (typeof FILES)[number];
const pathOf = (file: File) => `tests/.output/kit-${file}.json`;

/** Keeps what a test file finds; what an earlier run found is gone at once, so that nothing old is printed for new. */
export function record(file: File): { note: (result: Result) => void; save: () => void } {
  const results: Result[] = [];
  rmSync(pathOf(file), { force: true });
  return {
    note: (result) => void results.push(result),
    save() {
      mkdirSync("tests/.output", { recursive: true });
      writeFileSync(pathOf(file), JSON.stringify(results));
    },
  };
}

/** What the last run found. */
export const recorded = (): Result[] =>
  FILES.map(pathOf).flatMap((path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []));
