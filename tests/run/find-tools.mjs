// Finds the programs that tests and benchmarks need besides npm packages.
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, resolve } from "node:path";
import { fail } from "../../lib/server/cli/fail.mjs";
import { runQuietly } from "../../lib/server/cli/prepare.mjs";

const isRoot = process.getuid?.() === 0;

/**
 * Full path of a program; undefined if not found.
 * @param {string} program
 */
function find(program) {
  const folders = isAbsolute(program) ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => resolve(folder, program)).find((path) => existsSync(path));
}

/** @param {string} program @param {string} apt */
const missing = (program, apt) =>
  `The tests need ${program}. As root, run: ${apt}${program.startsWith("chromium") ? `\nor run: npx playwright install ${program}` : ""}`;

/**
 * Returns a program's path. As root it installs the missing Debian package; otherwise it exits with the command to
 * run.
 * @param {string} program name or full path
 * @param {string} [packages] Debian packages
 */
export async function requireProgram(program, packages = program) {
  const found = find(program);
  if (found) return found;
  const apt = (options) =>
    `apt-get${options} update && apt-get${options} install -y --no-install-recommends ${packages}`;
  if (isRoot && find("apt-get"))
    await runQuietly(`Installing ${packages}`, "sh", ["-c", apt(" -q -o DPkg::Lock::Timeout=120")], {
      DEBIAN_FRONTEND: "noninteractive",
    });
  return find(program) ?? fail(missing(program, apt("")));
}

async function playwrightHasShell() {
  const { chromium } = await import("playwright");
  const browser = await chromium.launch().catch(() => null);
  await browser?.close();
  return browser !== null;
}

/**
 * Path of Chromium's headless shell, which renders the same pages in a fifth less time than full Chromium. It is
 * `CHROMIUM_PATH`, the system's, or undefined if Playwright has its own.
 */
export async function requireChromium() {
  const { CHROMIUM_PATH } = process.env;
  const shell = "chromium-headless-shell";
  if (CHROMIUM_PATH) return find(CHROMIUM_PATH) ?? fail(`CHROMIUM_PATH (${CHROMIUM_PATH}) does not exist.`);
  return find(shell) ?? ((await playwrightHasShell()) ? undefined : requireProgram(shell));
}

export const POSTGRES_15 = "/usr/lib/postgresql/15/bin";

export const requireRedis = () => requireProgram("redis-server");
export const requirePostgres15 = () => requireProgram(`${POSTGRES_15}/postgres`, "postgresql-15");
