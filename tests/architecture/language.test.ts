import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/** Phrases that the style in CONTRIBUTING.md replaces. */
const REPLACED =
  /\b(whoever|whomever|thereby|of (?:one's|their|its|your|our) own|as (?:it|they) stands?|at hand|by (?:itself|themselves)|in force|(?:some|no)body's|anew|what [^.]{1,40} is that)\b/i;
const MAX_WORDS = 30;
const MAX_MEDIAN = 14;
const MAX_COLUMNS = 120;

interface Piece {
  where: string;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  name?: { name?: unknown };
  callee?: Node;
  arguments?: Node[];
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0;

/** Sentences of a text; code and URLs count as one word. */
const sentencesOf = ({ where, text }: Piece): Piece[] =>
  text
    .replace(/`[^`]*`|\{@?[^}]*\}|https?:\S+/g, "x")
    .split(/(?<=[.!?:;])\s+/)
    .flatMap((sentence) => (wordsIn(sentence) > 0 ? [{ where, text: sentence }] : []));

function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== "object" || value === null) return found;
  if ("type" in value) found.push(value as Node);
  for (const part of Object.values(value)) nodesOf(part, found);
  return found;
}

/** JSX text, and strings and templates that begin like a sentence and have three words. */
function textOf({ type, value, quasis }: Node): string | null {
  if (type === "JSXText") return String(value);
  const text =
    type === "Literal" && typeof value === "string" ? value : quasis?.map((part) => part.value.cooked).join("X");
  return text !== undefined && /^[A-Z“"'].* .* /.test(text) && !/[{};=<>\n]/.test(text) ? text : null;
}

/** A label, title or legend that ends with a full stop. */
const isStoppedLabel = ({ type, name, value }: Node): boolean =>
  type === "JSXAttribute" &&
  /^(?:label|title|legend)$/.test(String(name?.name)) &&
  /[^.]\.$/.test(String((value as Node | null)?.value ?? ""));

/** The title of an `it`, `test` or `describe` call, as written. */
function titleOf({ callee, arguments: given }: Node, source: string): string | null {
  const title = given?.[0];
  if (!callee || !title || !/^(?:it|test|describe)\b/.test(source.slice(callee.start, callee.end))) return null;
  return /^(?:Template)?Literal$/.test(title.type) ? source.slice(title.start + 1, title.end - 1) : null;
}

const testFiles = execFileSync("git", ["ls-files", "tests/*.ts", "tests/*.tsx", "tests/*.mjs"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !/^tests\/fixtures\/kit-/.test(file));

const stoppedLabels: string[] = [];
const interfaceTexts: Piece[] = [];
const comments: Piece[] = [];
const testTitles: Piece[] = [];
const wideComments: string[] = [];
for (const file of [...sourceFiles(["app", "components", "lib", "db"]), ...testFiles]) {
  const source = readFileSync(file, "utf8");
  const at = (start: number) => `${file}:${source.slice(0, start).split("\n").length}`;
  const parsed = parseSync(file, source);
  const isTest = file.startsWith("tests/");
  for (const node of nodesOf(parsed.program)) {
    if (isTest) {
      const title = titleOf(node, source);
      if (title) testTitles.push({ where: at(node.start), text: title });
      continue;
    }
    const text = textOf(node)?.replace(/\s+/g, " ").trim();
    if (text) interfaceTexts.push({ where: at(node.start), text });
    if (isStoppedLabel(node)) stoppedLabels.push(at(node.start));
  }
  const lines = source.split("\n");
  for (const { type, value, start, end } of parsed.comments) {
    const first = source.slice(0, start).split("\n").length - 1;
    const last = source.slice(0, end).split("\n").length;
    const labelsColumns = type === "Line" && / {4}/.test(value);
    if (!labelsColumns && lines.slice(first, last).some((line) => [...line].length > MAX_COLUMNS))
      wideComments.push(at(start));
    if (/biome-ignore|@ts-/.test(value)) continue;
    const text = value.replaceAll(/^\s*\*+ ?/gm, "").replaceAll(/@(?:param|returns|throws)/g, ". ");
    comments.push({ where: at(start), text: (type === "Block" ? text.replaceAll(/\s+/g, " ") : text).trim() });
  }
}

const documentFiles = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !/^tests\/|^docs\/specification/.test(file));

/** Paragraphs, list items and table cells of the documents. */
const documents = documentFiles.flatMap((file) =>
  readFileSync(file, "utf8")
    .replace(/```[\s\S]*?```/g, "")
    .split(/\n\s*\n|\n(?=\s*[-|#>]|\s*\d+\.)|\|/)
    .map((text) => ({
      where: file,
      text: text
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/\s+/g, " ")
        .trim(),
    })),
);

describe.each([
  ["the interface", interfaceTexts],
  ["comments", comments],
  ["test titles", testTitles],
  ["documents", documents],
])("in %s", (_, pieces) => {
  const sentences = pieces.flatMap(sentencesOf);

  it("no sentence has more than 30 words, and half of them at most 14", () => {
    const lengths = sentences.map(({ text }) => wordsIn(text)).toSorted((one, other) => one - other);
    expect(lengths.length).toBeGreaterThan(1_000);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN);
    expect(sentences.filter(({ text }) => wordsIn(text) > MAX_WORDS)).toEqual([]);
  });

  it("no text uses phrases that the style replaces", () => {
    expect(pieces.filter(({ text }) => REPLACED.test(text))).toEqual([]);
  });
});

it("no comment is wider than 120 columns", () => {
  expect(wideComments).toEqual([]);
});

it("no label or title ends with a full stop", () => {
  expect(stoppedLabels).toEqual([]);
});
