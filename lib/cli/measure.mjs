// `npm run bench` and its like: runs a script that measures the hub by the Node that the image has; `--node 20` by another, `--node present` by the one that runs this.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { chooseNode, fetchNode, nodeOfImage } from "./fetch-node.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const [script = "", ...args] = process.argv.slice(2);
const chosen = chooseNode(args, nodeOfImage(readFileSync("Dockerfile", "utf8")));
if (!chosen) fail("Use: --node <version of Node>, or --node present for the one that is there");

const program = chosen.version === null ? process.execPath : resolve(await fetchNode(chosen.version));
// First on the path too: npm, which the build and `npm start` go through, runs by the Node that it finds there.
const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
const { status } = spawnSync(program, ["--import", "tsx", script, ...chosen.rest], { stdio: "inherit", env });
process.exit(status ?? 1);
