import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./hub-process";

const BUILD = ".next";

/** What Vercel puts before a function: Next's server with only its route. */
const LAUNCHER = `
process.chdir(__dirname);
const { default: NextServer } = require("next/dist/server/next-server.js");
const { config: conf } = require("./.next/required-server-files.json");
const port = Number(process.env.PORT);
const handle = new NextServer({ conf, dir: __dirname, minimalMode: true, customServer: false, hostname: "127.0.0.1", port }).getRequestHandler();
require("node:http").createServer(handle).listen(port, "127.0.0.1", () => console.log("It listens."));
`;

/** Hard-links if possible, because a function has about two thousand files. */
function place(file: string, target: string): void {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const found = lstatSync(file);
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(file), target);
  if (!found.isFile()) return;
  try {
    linkSync(file, target);
  } catch {
    copyFileSync(file, target);
  }
}

/** Files of one of the build's trace lists, as repository paths. */
async function tracedIn(list: string): Promise<string[]> {
  const { files } = JSON.parse(await readFile(list, "utf8")) as { files: string[] };
  return files.map((file) => relative(".", resolve(dirname(list), file)));
}

/** Finds a built route or page, such as `api/public/tools/route`. Groups in parentheses are optional. */
export function builtModule(path: string): string {
  const modules = readdirSync(`${BUILD}/server/app`, { recursive: true, encoding: "utf8" });
  const wanted = `${path}.js`;
  const found = modules.find((name) => name.replace(/\([\w-]+\)\//g, "") === wanted);
  if (!found) throw new Error(`the build has no ${wanted}`);
  return join(BUILD, "server/app", found);
}

/** Copies only the traced files of one function into an empty folder, like Vercel. */
export async function packFunction(module: string, folder: string): Promise<void> {
  const { files } = JSON.parse(await readFile(`${BUILD}/required-server-files.json`, "utf8")) as { files: string[] };
  const traced = await Promise.all(
    [`${module}.nft.json`, `${BUILD}/next-server.js.nft.json`, `${BUILD}/server/instrumentation.js.nft.json`].map(
      tracedIn,
    ),
  );
  const manifest = module.replace(/\.js$/, "_client-reference-manifest.js");
  for (const file of new Set([module, manifest, ...files, ...traced.flat()]))
    if (existsSync(file)) place(file, join(folder, file));
  await writeFile(join(folder, "launch.cjs"), LAUNCHER);
}

/** Starts a packed function. Returns its URL and how to stop it. */
export async function startFunction(folder: string, env: Record<string, string>) {
  const port = await freePort();
  const running = spawn(process.execPath, ["launch.cjs"], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  await new Promise<void>((ready, fail) => {
    running.once("exit", (code) => fail(new Error(`the function ended with ${code}:\n${said.join("\n")}`)));
    for (const stream of [running.stdout, running.stderr])
      createInterface(stream).on("line", (line) => {
        said.push(line);
        if (line === "It listens.") ready();
      });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    said,
    async end() {
      const ended = once(running, "exit");
      running.kill("SIGKILL");
      await ended;
    },
  };
}
