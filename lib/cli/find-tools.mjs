// Plain JavaScript: what the tests need beside npm packages.
import { spawnSync } from "node:child_process";
import { delimiter, resolve } from "node:path";
import { fail } from "./fail.mjs";
import { runQuietly } from "./run-quietly.mjs";

const isRoot = process.getuid?.() === 0;

/** True when the program starts. @param {string} program */
const runs = (program) => spawnSync(program, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;

/** @param {string} packages */
const aptCommand = (packages) => `apt-get update && apt-get install -y --no-install-recommends ${packages}`;

/** Installs Debian packages where that is possible: as root, with apt. @param {string} name @param {string} packages */
async function installByApt(name, packages) {
  if (!isRoot || !runs("apt-get")) return;
  const script = aptCommand(packages).replaceAll("apt-get", "apt-get -q -o DPkg::Lock::Timeout=120");
  await runQuietly(`Installing ${name}`, "sh", ["-c", script], { DEBIAN_FRONTEND: "noninteractive" });
}

/** The whole path of the system's Chromium, since Playwright does not search `PATH`. */
function installedChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  // The shell draws the same pages without a window, in a fifth less time.
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(runs);
}

/** The Chromium inside an npm package, unpacked into the temporary folder, or null where it does not run. */
async function packagedChromium() {
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const path = await chromium.executablePath();
    return runs(path) ? path : null;
  } catch {
    return null;
  }
}

/** Path of a Chromium that runs here: `CHROMIUM_PATH`, the system's, one by apt, or the packaged one. */
export async function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH)
    return runs(CHROMIUM_PATH) ? CHROMIUM_PATH : fail(`CHROMIUM_PATH (${CHROMIUM_PATH}) does not run.`);
  const found = installedChromium();
  if (found) return found;
  await installByApt("Chromium", "chromium-headless-shell");
  return (
    installedChromium() ??
    (await packagedChromium()) ??
    fail(
      `The tests need Chromium. As root, run: ${aptCommand("chromium-headless-shell")}\nor set CHROMIUM_PATH to one.`,
    )
  );
}

/** Where Debian puts its PostgreSQL 15. */
const POSTGRES_15 = "/usr/lib/postgresql/15/bin";

/** Sees to it that Debian's PostgreSQL 15 is there, and gives the folder of its programs. */
export async function requirePostgres15() {
  const isThere = () => runs(`${POSTGRES_15}/postgres`);
  if (!isThere()) await installByApt("PostgreSQL 15", "postgresql-15");
  if (!isThere()) fail(`The tests need PostgreSQL 15. As root, run: ${aptCommand("postgresql-15")}`);
  return POSTGRES_15;
}

/** Sees to it that PgBouncer is on the path. */
export async function requirePgBouncer() {
  if (!runs("pgbouncer")) await installByApt("PgBouncer", "pgbouncer");
  if (!runs("pgbouncer")) fail(`The tests need PgBouncer. As root, run: ${aptCommand("pgbouncer")}`);
}

/** Sees to it that a Redis server is on the path: no npm package ships one. */
export async function requireRedis() {
  if (runs("redis-server")) return;
  await installByApt("Redis", "redis-server");
  if (!runs("redis-server")) fail(`The tests need a Redis server. As root, run: ${aptCommand("redis-server")}`);
}

/** Sees to it that `promtool` is on the path, which comes with Prometheus. */
export async function requirePromtool() {
  if (runs("promtool")) return;
  await installByApt("Prometheus", "prometheus");
  if (!runs("promtool")) fail(`The tests need promtool. As root, run: ${aptCommand("prometheus")}`);
}

/** Sees to it that the load generator `wrk` is on the path. */
export async function requireWrk() {
  const isThere = () => spawnSync("wrk", ["--version"], { stdio: "ignore" }).error === undefined;
  if (!isThere()) await installByApt("wrk", "wrk");
  if (!isThere()) fail(`The bench needs wrk. As root, run: ${aptCommand("wrk")}`);
}

/** Sees to it that Python 3 is on the path, which the documentation's samples are run with. */
export async function requirePython() {
  if (runs("python3")) return;
  await installByApt("Python", "python3");
  if (!runs("python3")) fail(`The tests need Python 3. As root, run: ${aptCommand("python3")}`);
}
