// Plain JavaScript: runs before anything is installed.
import { spawn } from "node:child_process";
import { fail } from "./fail.mjs";

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
