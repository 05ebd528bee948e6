// Plain JavaScript: runs before anything is installed.
import { relative, sep } from "node:path";

/** True for a test that drives a browser; every other one is a unit test. @param {string} file */
export const isBrowserTest = (file) => file.endsWith(".spec.ts");

/** A word as the file names are written, and the line that it may end with. @param {string} word */
function asPath(word) {
  const [, path = word, line = ""] = /^(.*?)(:\d+)?$/.exec(word) ?? [];
  return { path: relative(".", path).split(sep).join("/") || path, line };
}

/** A string before a function, perhaps with options between them: the title of a test or of a group. */
const TITLE = /(["'`])((?:\\.|(?!\1)[^\\\n])*)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?(?:\(|\w+ =>)/g;

/** @param {string} text */
export const titlesIn = (text) => Array.from(text.matchAll(TITLE), ([, , title = ""]) => title);

/**
 * The test files that `npm test -- <words>` means, each with the line that was asked for, and the title that their tests must
 * have; null when nothing is meant. A word is part of a file's path; words that are part of none are a title, and so are all
 * words together when a file has them in this order.
 * @param {string[]} words
 * @param {string[]} files all test files, relative to the project, with slashes
 * @param {(file: string) => string} textOf
 * @returns {{ files: string[], title: string | null } | null}
 */
export function chooseTests(words, files, textOf) {
  const titled = (title, among) =>
    among.filter((file) => titlesIn(textOf(file.replace(/:\d+$/, ""))).some((one) => one.includes(title)));
  const phrase = words.join(" ");
  const withPhrase = words.length > 1 ? titled(phrase, files) : [];
  if (withPhrase.length > 0) return { files: withPhrase, title: phrase };

  const named = new Set();
  const unnamed = [];
  for (const word of words) {
    const { path, line } = asPath(word);
    const found = files.filter((file) => file.includes(path));
    if (found.length === 0) unnamed.push(word);
    for (const file of found) named.add(file + line);
  }
  if (unnamed.length === 0) return { files: [...named], title: null };
  const title = unnamed.join(" ");
  const found = titled(title, named.size > 0 ? [...named] : files);
  return found.length > 0 ? { files: found, title } : null;
}
