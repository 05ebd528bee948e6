// Installs what tests and benchmarks need besides the hub's own packages.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fail } from "../../lib/server/cli/fail.mjs";
import { exclusively, fingerprint, install, npm, QUIETLY, textOf } from "../../lib/server/cli/prepare.mjs";

/**
 * Installs a folder's package-lock.json unless it is installed: tools of one test that `npm ci` skips.
 * @param {string} folder
 * @returns {Promise<string>} path of the installation
 */
export async function installedFolder(folder) {
  const place = `node_modules/.cache/${folder}`;
  const installed = `${place}/node_modules/.hub-lock-hash`;
  const wanted = fingerprint([`${folder}/package-lock.json`]);
  cpSync(folder, place, { recursive: true });
  if (textOf(installed) !== wanted) {
    await npm(`Installing ${folder}`, ["ci", "--prefix", place, "--ignore-scripts", ...QUIETLY]);
    writeFileSync(installed, wanted);
  }
  return place;
}

/** The Node version in the Dockerfile's last stage. */
export function nodeOfImage() {
  const last = readFileSync("Dockerfile", "utf8")
    .match(/^FROM .*$/gm)
    ?.at(-1);
  return (
    last?.match(/^FROM node:(\d+(?:\.\d+)*)\b/)?.[1] ??
    fail("The last stage of the Dockerfile names no version of Node.")
  );
}

/**
 * Installs a Node version as an npm package unless it is installed.
 * @param {string} version
 * @returns {Promise<string>} path of the program
 */
export async function installNode(version) {
  await install();
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const folder = `node_modules/.cache/node-${version}`;
  const program = `${folder}/node_modules/${name}/bin/${windows ? "node.exe" : "node"}`;
  const args = ["install", "--prefix", folder, "--no-save", ...QUIETLY, `${name}@${version}`];
  await exclusively(async () => existsSync(program) || npm(`Installing Node ${version}`, args));
  return program;
}
