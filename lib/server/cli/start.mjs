// Plain JavaScript: runs before anything is installed. `npm start`, and `npm run dev` with --dev.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { BUILT_FOLDER, build, buildDocs, install, isListening, requireNode } from "./prepare.mjs";

const dev = process.argv.includes("--dev");

/** An early check, before minutes of preparation; the server's own is exact (db/directory-lock.ts). */
async function refuseWhereHubRuns() {
  const { DATABASE_URL, POSTGRES_URL, HUB_DATA_DIR } = process.env;
  if (DATABASE_URL || POSTGRES_URL) return;
  const directory = HUB_DATA_DIR || ".data";
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory).filter((name) => /^hub-[0-9a-f]+\.sock$/.test(name))) {
    if (!(await isListening(relative(process.cwd(), join(resolve(directory), name))))) continue;
    fail(
      `Another hub is running on the data directory ${directory}. Stop it first, or set HUB_DATA_DIR to another folder.`,
    );
  }
}

/** Calls `stop` once npm, which started this process, has ended without a signal (kill -9). */
function whenLauncherEnds(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}

function serve() {
  const args = dev ? ["--import", "tsx", "lib/server/main.ts", "--dev"] : [join(BUILT_FOLDER, "server.js")];
  const env = { ...process.env, NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" };
  // The server notices by the closed channel when this process dies.
  const server = spawn(process.execPath, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  whenLauncherEnds(() => server.kill("SIGTERM"));
  server.once("error", (error) => fail(`The server can't be started: ${error.message}`));
  server.once("exit", (code) => process.exit(code ?? 1));
}

requireNode();
process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
await refuseWhereHubRuns();
await install();
await (dev ? buildDocs() : build());
serve();
