import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));
const folders = new Set(tracked.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))));
const markdown = tracked.filter((file) => file.endsWith(".md"));
const source = tracked.filter(
  (file) => /\.(tsx?|mjs|css|sql|ya?ml)$|^\.ci\/|^Dockerfile$/.test(file) && !file.startsWith("tests/fixtures/"),
);

const withoutFences = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1$/gm, "");
const headingsOf = (file: string) =>
  [...withoutFences(readFileSync(file, "utf8")).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading.replaceAll("`", ""),
  );
/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Why a relative link is broken, or null. */
function brokenLink(from: string, target: string): string | null {
  const [path = "", anchor] = decodeURI(target).split("#");
  const file = path === "" ? from : normalize(join(dirname(from), path)).replace(/\/$/, "");
  if (!tracked.includes(file) && !folders.has(file)) return `${target}: no ${file}`;
  // Generated sections are not headings of the file; api-chapters.test.ts checks these links.
  if (anchor === undefined || file.startsWith("docs/api/")) return null;
  return headingsOf(file).some((heading) => anchorOf(heading) === anchor) ? null : `${target}: no such heading`;
}

const ROOTS = /^(app|components|db|docs|lib|public|tests|\.ci|\.github)\/[\w./()[\]{},*<>@-]+$/;

/** Whether a path in a document exists. `<name>` and `*` match anything in one folder, `{a,b}` either. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, "")
    .replace(/[.()[\]]/g, "\\$&")
    .replace(/<[^>]+>|\*/g, "[^/]+")
    .replace(/\{([^}]+)\}/g, (_, choices: string) => `(${choices.replaceAll(",", "|")})`);
  const fits = new RegExp(`^${pattern}$`);
  return tracked.some((file) => fits.test(file)) || [...folders].some((folder) => fits.test(folder));
}

/** In `docs/decisions/<module>.md` a path without a root starts at `lib/<module>`. */
function modulePaths(file: string, codes: string[]): string[] {
  const folder = file.match(/^docs\/decisions\/([a-z]+)\.md$/)?.[1];
  if (!folder) return [];
  const relative = codes.filter((code) => /^[\w-]+(\/[\w-]+)*(\/|\.tsx?)$/.test(code) && !ROOTS.test(code));
  return relative.map((code) => (tracked.includes(code) ? code : `lib/${folder}/${code}`));
}

describe("documents", () => {
  it("include the main ones", () => {
    expect(markdown).toEqual(
      expect.arrayContaining(["README.md", "docs/specification.md", "docs/decisions/README.md"]),
    );
  });

  it.each(markdown)("%s links only to existing files and headings", (file) => {
    const text = withoutFences(readFileSync(file, "utf8")).replace(/`[^`\n]*`/g, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const relative = targets.filter((target) => !/^(https?|mailto):/.test(target));
    expect(relative.map((target) => brokenLink(file, target)).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each(markdown)("%s names only existing paths", (file) => {
    const text = withoutFences(readFileSync(file, "utf8"));
    const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
    const paths = codes.filter((code) => ROOTS.test(code));
    expect([...paths, ...modulePaths(file, codes)].filter((path) => !exists(path))).toEqual([]);
  });
});

describe("commands", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

  it.each(markdown)("%s names only existing npm scripts", (file) => {
    const named = [...readFileSync(file, "utf8").matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)];
    expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("the index of decision records", () => {
  const index = readFileSync("docs/adr/README.md", "utf8");
  const records = tracked.filter((file) => /^docs\/adr\/\d{4}-/.test(file)).sort();

  it("lists each with its title, in the order of their numbers", () => {
    const lines = records.map((file) => {
      const name = basename(file);
      return `- [${name.slice(0, 4)}](${name}) ${headingsOf(file)[0]?.replace(/^\d+\. /, "")}`;
    });
    expect(index.match(/^- .+$/gm)).toEqual(lines);
    const numbers = records.map((file) => basename(file).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(records)("%s has at most 40 lines of 120 characters", (file) => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});

describe("licences", () => {
  const named = [...readFileSync("docs/licences.md", "utf8").matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)];

  it("are named as the packages state them, for every font", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const { dependencies } = packages[""];
    const stated = named.map(([, name = ""]) => [name, packages[`node_modules/${name}`]?.license]);
    expect(named.map(([, name, licence]) => [name, licence])).toEqual(stated);
    const fonts = Object.keys(dependencies).filter((name) => /^(@fontsource|geist)/.test(name));
    expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(fonts));
  });

  it("are named in each file that children copy separately", () => {
    const copied = /^(lib\/contract|docs\/api\/samples|tests\/child-tool\/python)\/.*\.(m?ts|py)$/;
    const without = tracked
      .filter((file) => copied.test(file))
      .filter((file) => !/^(\/\/|#) SPDX-License-Identifier: MIT$/m.test(readFileSync(file, "utf8")));
    expect(without).toEqual([]);
  });
});

describe("comments", () => {
  /** `docs/decisions/platform.md, Limits`: the file, and a heading that begins so. Comments are unwrapped first. */
  const CITATION = /(?<![\w/.-])(docs\/[\w/-]+\.md)(?:, ([A-Z][^.,;:)\n`"*]*))?/g;

  it("cite existing documents and headings", () => {
    const faults: string[] = [];
    let cited = 0;
    for (const file of source) {
      const text = readFileSync(file, "utf8").replace(/\n\s*(?:\*|\/\/|#) /g, " ");
      for (const [citation, document = "", heading] of text.matchAll(CITATION)) {
        cited += 1;
        const found =
          tracked.includes(document) &&
          (heading === undefined || headingsOf(document).some((known) => known.startsWith(heading.trim())));
        if (!found) faults.push(`${file}: ${citation}`);
      }
    }
    expect(faults).toEqual([]);
    expect(cited).toBeGreaterThan(10);
  });
});
