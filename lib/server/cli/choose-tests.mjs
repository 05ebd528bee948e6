// Plain JavaScript: runs before anything is installed.
import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";

/** Every test file, relative to the project, with slashes. */
export const testFiles = () =>
  readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => `tests/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(test|spec)\.ts$/.test(file));

/** True for a test that drives a browser; every other one is a unit test. @param {string} file */
export const isBrowserTest = (file) => /\.spec\.ts(:\d+)?$/.test(file);

/**
 * The test files that `npm test -- <words>` means, and the title that their tests must have. A word that is part of a path chooses
 * files, with `:<line>` a line of them; the other words are a title that the files' texts have. No word means every file.
 * @param {string[]} words
 * @param {string[]} files as `testFiles` gives them
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
