// Plain JavaScript: runs before anything is installed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a build reads, as paths in the repository. */
export const BUILD_INPUTS = [
  "CHANGELOG.md",
  "app",
  "components",
  "db",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "docs/api",
  "lib",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "public",
  "tests/child-tool/python",
  "tsconfig.json",
  "tsconfig.next.json",
];

/** What the build itself writes among them, and what belongs to the demo's data. */
const NOT_INPUTS = new Set(["lib/docs/generated", "db/demo"]);

function filesUnder(path) {
  if (NOT_INPUTS.has(path)) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * SHA-256 of the names and contents of files, and of the platform. Not of Node's version: what is compiled among the
 * dependencies keeps to Node-API, so that another Node needs neither an installation nor a build of its own.
 * @param {string[]} paths @param {string} [root]
 */
function digestOf(paths, root = ".") {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const path of paths)
    hash
      .update(`${path}\n`)
      .update(readFileSync(join(root, path)))
      .update("\n");
  return hash.digest("hex");
}

/** Changes when the build's sources do. */
export const sourcesFingerprint = () => digestOf(BUILD_INPUTS.flatMap(filesUnder));

/** Changes when the locked dependencies do. */
export const lockFingerprint = () => digestOf(["package-lock.json"]);
