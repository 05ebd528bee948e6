import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Records each distinct statement of the process it is loaded into, in order of first use. */
const RECORDER = `
import { appendFileSync } from "node:fs";
import pg from "pg";
const seen = new Set();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (asked, ...rest) {
  const text = typeof asked === "string" ? asked : asked?.text;
  if (text && !seen.has(text)) {
    seen.add(text);
    appendFileSync(process.env.RECORDED, JSON.stringify(text) + "\\n");
  }
  return query.call(this, asked, ...rest);
};
`;

export interface OldRelease {
  start(env: Record<string, string>): Promise<{ process: ChildProcess; said: () => string }>;
  /** Runs a command of that release to completion. @throws Error with its output if it fails */
  command(env: Record<string, string>, script: string, args: string[], stdin?: string): void;
  remove(): Promise<void>;
}

function run(folder: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
}

/**
 * Checks out a commit, installs and builds it, which takes minutes. OLD_RELEASE can name a directory with an earlier
 * build.
 */
export async function buildRelease(commit: string): Promise<OldRelease> {
  const made = process.env.OLD_RELEASE;
  const folder = made ?? (await mkdtemp(join(tmpdir(), "hub-release-")));
  if (!made) {
    run(".", "sh", ["-c", `git archive ${commit} | tar x -C '${folder}'`]);
    run(folder, "npm", ["ci", "--no-audit", "--no-fund"]);
    run(folder, "npm", ["run", "build"]);
  }
  await writeFile(join(folder, "record.mjs"), RECORDER);
  const recorded = ["--import", "tsx", "--import", "./record.mjs"];
  const environment = (env: Record<string, string>) => ({
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    ...env,
  });
  return {
    command(env, script, args, stdin = "") {
      const options = { cwd: folder, env: environment(env), input: stdin, encoding: "utf8" as const };
      const { status, stderr } = spawnSync(process.execPath, [...recorded, script, ...args], options);
      if (status !== 0) throw new Error(`${script} of the old release ended with ${status}:\n${stderr}`);
    },
    async start(env) {
      const running = spawn(process.execPath, [...recorded, "lib/server/main.ts"], {
        cwd: folder,
        env: environment(env),
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      for (const stream of [running.stdout, running.stderr])
        stream.on("data", (chunk: Buffer) => {
          said += chunk;
        });
      // Next answers once it is loaded.
      const isReady = () =>
        fetch(`${env.HUB_BASE_URL}/_next/static/nothing`).then(
          () => true,
          () => false,
        );
      for (; !(await isReady()); await delay(100))
        if (running.exitCode !== null) throw new Error(`the old release ended with ${running.exitCode}:\n${said}`);
      return { process: running, said: () => said };
    },
    async remove() {
      if (!made) await rm(folder, { recursive: true, force: true });
    },
  };
}
