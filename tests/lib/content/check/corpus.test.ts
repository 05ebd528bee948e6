import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type CheckInput, checkContent } from "@/lib/content/check/check-content";
import { BrandVersion } from "@/lib/contract";

const FOLDER = "tests/fixtures/check";

interface Item {
  media_type: CheckInput["mediaType"];
  content: string;
  /** What must be found: rule, quote and start. */
  expected: [rule: string, quote: string, start: number][];
}

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

const version = JSON.parse(readFileSync(`${FOLDER}/version.json`, "utf8"));
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
const itemsOf = (file: string): Item[] =>
  readFileSync(`${FOLDER}/${file}`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const precision = ({ right, wrong }: Score) => right / (right + wrong || 1);
const recall = ({ right, missed }: Score) => right / (right + missed || 1);

it("finds what the brand forbids in eight languages, and nothing in clean texts", () => {
  BrandVersion.parse(version);
  const scores = new Map<string, Score>();
  const count = (keys: string[], key: keyof Score) => {
    for (const name of ["all", ...keys]) {
      const score = scores.get(name) ?? { right: 0, wrong: 0, missed: 0 };
      scores.set(name, { ...score, [key]: score[key] + 1 });
    }
  };
  const errors: string[] = [];
  const items = files.flatMap((file) =>
    itemsOf(file).map((item) => ({ ...item, language: file.replace(".jsonl", "") })),
  );
  for (const { content, media_type: mediaType, expected, language } of items) {
    const locale = language === "design" ? "en" : language;
    const { findings } = checkContent(version, { content, mediaType, locale });
    const found = findings
      .filter(({ severity }) => severity === "must")
      .map(({ rule, quote, start }) => JSON.stringify([rule, quote, start]));
    const wanted = expected.map((one) => JSON.stringify(one));
    for (const one of found) if (!wanted.includes(one)) errors.push(`wrong ${language} ${one} in ${content}`);
    for (const one of wanted) if (!found.includes(one)) errors.push(`missed ${language} ${one} in ${content}`);
    for (const one of found) count([language, JSON.parse(one)[0]], wanted.includes(one) ? "right" : "wrong");
    for (const one of wanted) if (!found.includes(one)) count([language, JSON.parse(one)[0]], "missed");
  }
  // biome-ignore lint/suspicious/noConsole: the table is the test's report
  console.table(
    [...scores].map(([name, score]) => ({
      name,
      ...score,
      precision: precision(score).toFixed(3),
      recall: recall(score).toFixed(3),
    })),
  );
  const all = scores.get("all") as Score;
  expect(items.length).toBeGreaterThanOrEqual(500);
  expect(precision(all), errors.join("\n")).toBeGreaterThanOrEqual(0.98);
  expect(recall(all), errors.join("\n")).toBeGreaterThanOrEqual(0.95);
});
