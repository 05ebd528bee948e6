import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const reportOf = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

interface Suite {
  file: string;
  title: string;
  suites?: Suite[];
  specs: { title: string; ok: boolean }[];
}

/** Each test of the last run: its file, the titles of its groups and its own, and whether it passed. */
function* outcomes(): Generator<{ file: string; titles: string[]; passed: boolean }> {
  for (const { name, assertionResults } of reportOf("tests/.output/vitest.json")?.testResults ?? [])
    for (const { ancestorTitles, title, status } of assertionResults)
      yield { file: relative(".", name), titles: [...ancestorTitles, title], passed: status === "passed" };
  function* specsOf(suite: Suite, titles: string[]): ReturnType<typeof outcomes> {
    for (const { title, ok } of suite.specs)
      yield { file: `tests/${suite.file}`, titles: [...titles, title], passed: ok };
    for (const inner of suite.suites ?? []) yield* specsOf(inner, [...titles, inner.title]);
  }
  for (const suite of reportOf("tests/.output/playwright.json")?.suites ?? []) yield* specsOf(suite, []);
}

/** What the last run said of a test, or of all tests of a group. */
export function lastOutcomes(): (test: { file: string; title: string }) => "passed" | "FAILED" | "not run" {
  const ran = [...outcomes()];
  return ({ file, title }) => {
    const found = ran.filter((one) => one.file === file && one.titles.includes(title));
    if (found.length === 0) return "not run";
    return found.every(({ passed }) => passed) ? "passed" : "FAILED";
  };
}
