// Plain JavaScript: runs before anything is installed.
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fail } from "./fail.mjs";
import { lockFingerprint, sourcesFingerprint } from "./fingerprint.mjs";
import { runQuietly } from "./run-quietly.mjs";

const OLDEST_NODE = [20, 15];
/** Made by `npm run build`: all that a hub needs to run, beside Node. */
export const BUILT_FOLDER = ".next/standalone";

const INSTALLED = "node_modules/.hub-lock-hash";
const BUILT = ".next/hub-fingerprint";
const DOCS = "lib/docs/generated/kit.json";

const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** Ends with a sentence where Node is too old to run the hub. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`The hub needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

/** npm, run by the Node that runs this: on Windows `npm` itself is a script that cannot be spawned. */
export function npm(label, args, env) {
  const script = process.env.npm_execpath;
  return script ? runQuietly(label, process.execPath, [script, ...args], env) : runQuietly(label, "npm", args, env);
}

/** True when node_modules holds exactly what is locked, as after an `npm install` by hand. */
function isInstalledByHand() {
  const hidden = textOf("node_modules/.package-lock.json");
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  const locked = Object.entries(JSON.parse(readFileSync("package-lock.json", "utf8")).packages);
  return locked.every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

/** Installs the locked dependencies unless they are there. */
export async function install() {
  const wanted = lockFingerprint();
  if (textOf(INSTALLED) === wanted) return;
  if (textOf(INSTALLED) !== null || !isInstalledByHand()) {
    rmSync(INSTALLED, { force: true });
    await npm("Installing dependencies", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  writeFileSync(INSTALLED, wanted);
}

/**
 * Puts a folder with a package-lock.json of its own where what it locks is installed, unless it is there: tools that one test needs,
 * and nobody's `npm ci` pays for. @param {string} folder @returns {Promise<string>} where it is
 */
export async function installedFolder(folder) {
  const place = `node_modules/.cache/${folder}`;
  const installed = `${place}/node_modules/.hub-lock-hash`;
  const wanted = createHash("sha256")
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest("hex");
  cpSync(folder, place, { recursive: true });
  if (textOf(installed) !== wanted) {
    const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await npm(`Installing ${folder}`, ["ci", "--prefix", place, ...quietly]);
    writeFileSync(installed, wanted);
  }
  return place;
}

/** Builds unless the present build was made from the present sources. */
export async function build() {
  const wanted = sourcesFingerprint();
  if (existsSync(BUILT_FOLDER) && textOf(BUILT) === wanted) return;
  rmSync(BUILT, { force: true });
  await npm("Building", ["run", "build"], { NODE_ENV: "production" });
  writeFileSync(BUILT, wanted);
}

/** Renders the API's documentation unless it is there; development needs no other build. */
export async function buildDocs() {
  if (!existsSync(DOCS))
    await runQuietly("Rendering the API's documentation", process.execPath, [
      "--import",
      "tsx",
      "lib/cli/build-docs.ts",
    ]);
}
