// Plain JavaScript: runs before anything is installed.
import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";

/** Paths of all test files, relative to the project, with slashes. */
export const testFiles = () =>
  readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => `tests/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(test|spec)\.ts$/.test(file));

/**
 * True for a browser test; all others are unit tests.
 * @param {string} file
 */
export const isBrowserTest = (file) => /\.spec\.ts(:\d+)?$/.test(file);

/**
 * Selects tests for `npm test -- <words>`. Words that are part of a path select files, optionally with `:<line>`.
 * Other words are part of a title and select files that contain it. No words: all files.
 * @param {string[]} words
 * @param {string[]} files as `testFiles` returns them
 * @param {(file: string) => string} textOf
 * @returns {{ files: string[], title: string }}
 */
export function chooseTests(words, files, textOf) {
  const named = new Set();
  const others = [];
  for (const word of words) {
    const [, path = word, line = ""] = /^(.*?)(:\d+)?$/.exec(word) ?? [];
    const part = relative(".", path).split(sep).join("/") || path;
    const found = files.filter((file) => file.includes(part));
    for (const file of found) named.add(file + line);
    if (found.length === 0) others.push(word);
  }
  const title = others.join(" ");
  const among = named.size > 0 ? [...named] : files;
  return { files: among.filter((file) => textOf(file.replace(/:\d+$/, "")).includes(title)), title };
}
