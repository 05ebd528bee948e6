// Plain JavaScript: runs before anything is installed.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fail } from "./fail.mjs";

const OLDEST_NODE = [20, 15];
export const BUILT_FOLDER = ".next/standalone";

const INSTALLED = "node_modules/.hub-lock-hash";
const BUILT = ".next/hub-fingerprint";
const DOCS = "lib/api/docs/generated/kit.json";
export const QUIETLY = ["--no-audit", "--no-fund", "--loglevel=error"];

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
const NOT_INPUTS = /^(lib\/api\/docs\/generated|db\/demo)\//;

/** Exits with a message if Node is too old for the hub. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`The hub needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

export const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

function filesIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return existsSync(path) ? [path] : [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

/**
 * SHA-256 of files' names and contents, and of the platform. Excludes Node's version: compiled dependencies use
 * Node-API, so another Node needs no reinstall.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  const files = paths.flatMap(filesIn).map((file) => file.replaceAll("\\", "/"));
  for (const file of files.filter((name) => !NOT_INPUTS.test(name)).sort())
    hash.update(`${file}\n`).update(readFileSync(file)).update("\n");
  return hash.digest("hex");
}

/**
 * True if a process listens on the local socket.
 * @param {string} path
 */
export function isListening(path) {
  return new Promise((done) => {
    const socket = connect(path, () => done(true)).on("error", () => done(false));
    socket.on("connect", () => socket.destroy());
  });
}

/** Relative, because socket paths must be short. */
const LOCK = process.platform === "win32" ? "\\\\.\\pipe\\brand-identity-hub-prepare" : ".data/prepare.sock";

/**
 * Runs `work` while no other process prepares this checkout. The lock is a listening socket, which the system closes
 * with its process.
 * @param {() => Promise<void>} work
 */
export async function exclusively(work) {
  mkdirSync(".data", { recursive: true, mode: 0o700 });
  for (;;) {
    const lock = createServer().unref();
    const error = await new Promise((done) => lock.once("error", done).listen(LOCK, () => done(null)));
    if (!error) return work().finally(() => lock.close());
    if (error.code !== "EADDRINUSE") throw error;
    if (await isListening(LOCK)) await delay(200);
    else rmSync(LOCK, { force: true });
  }
}

/** Runs npm with this Node: on Windows `npm` is a script, which can't be spawned. */
export function npm(label, args, env) {
  const script = process.env.npm_execpath;
  return script ? runQuietly(label, process.execPath, [script, ...args], env) : runQuietly(label, "npm", args, env);
}

/** True if node_modules matches the lock file, as after a manual `npm install`. */
function isInstalledByHand() {
  const hidden = textOf("node_modules/.package-lock.json");
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  const locked = Object.entries(JSON.parse(readFileSync("package-lock.json", "utf8")).packages);
  return locked.every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

export const install = () =>
  exclusively(async () => {
    const wanted = fingerprint(["package-lock.json"]);
    if (textOf(INSTALLED) === wanted) return;
    if (textOf(INSTALLED) !== null || !isInstalledByHand()) {
      rmSync(INSTALLED, { force: true });
      await npm("Installing dependencies", ["ci", "--include=dev", ...QUIETLY]);
    }
    writeFileSync(INSTALLED, wanted);
  });

export const build = () =>
  exclusively(async () => {
    const wanted = fingerprint(BUILD_INPUTS);
    if (existsSync(BUILT_FOLDER) && textOf(BUILT) === wanted) return;
    rmSync(BUILT, { force: true });
    await npm("Building", ["run", "build"], { NODE_ENV: "production", QUICK_BUILD: "1" });
    writeFileSync(BUILT, wanted);
  });

export const buildDocs = () =>
  exclusively(async () => {
    const args = ["--import", "tsx", "lib/server/cli/build-docs.ts"];
    if (!existsSync(DOCS)) await runQuietly("Rendering the API's documentation", process.execPath, args);
  });

/** The start or end of a failed command's output shows what went wrong. */
const HEAD_LINES = 20;
const TAIL_LINES = 40;

/** @param {string} output */
function shortened(output) {
  const lines = output.trim().split("\n");
  if (lines.length <= HEAD_LINES + TAIL_LINES) return lines.join("\n");
  return [...lines.slice(0, HEAD_LINES), "…", ...lines.slice(-TAIL_LINES)].join("\n");
}

/** Shows progress and time: one rewritten line on a terminal, otherwise a line before and after. */
function showProgress(label) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  const { stderr } = process;
  const rewrite = (text) => stderr.write(`\r\x1b[K${text}`);
  if (!stderr.isTTY) {
    stderr.write(`${label}…\n`);
    return () => stderr.write(`${label}: ${seconds()} s\n`);
  }
  rewrite(`${label}…`);
  const timer = setInterval(() => rewrite(`${label}… ${seconds()} s`), 1000);
  return () => {
    clearInterval(timer);
    rewrite(`${label}: ${seconds()} s\n`);
  };
}

/**
 * Runs a command and shows progress instead of its output. If it fails, prints the end of its output and exits with
 * 1; stopping this process stops it too.
 * @param {string} label such as "Installing dependencies"
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's
 */
export async function runQuietly(label, command, args, env = {}) {
  const finish = showProgress(label);
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  const keep = (chunk) => output.push(chunk);
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const stop = (signal) => {
    child.kill(signal);
    process.stderr.write("\n");
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const code = await new Promise((done) => {
    child.once("error", (error) => {
      output.push(Buffer.from(error.message));
      done(-1);
    });
    child.once("close", done);
  });
  process.off("SIGINT", stop).off("SIGTERM", stop);
  finish();
  if (code === 0) return;
  const said = shortened(Buffer.concat(output).toString());
  fail(`${said}\n\n${label} failed: ${[command, ...args].join(" ")} ended with ${code}.`);
}
