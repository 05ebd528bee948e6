// Runs a benchmark script with the Docker image's Node; `--node 20` uses another version, `--node present` the
// current one.
import { spawnSync } from "node:child_process";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "../../lib/server/cli/fail.mjs";
import { installNode, nodeOfImage } from "./install-tools.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const [script = "", ...args] = process.argv.slice(2);
const at = args.indexOf("--node");
const version = at < 0 ? nodeOfImage() : args.splice(at, 2)[1];
if (!/^(\d+(\.\d+)*|present)$/.test(version ?? ""))
  fail("Use: --node <version of Node>, or --node present for the one that runs this");

const program = version === "present" ? process.execPath : resolve(await installNode(version));
// Also first on the PATH, for npm in builds and `npm start`.
const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
const { status } = spawnSync(program, ["--import", "tsx", script, ...args], { stdio: "inherit", env });
process.exit(status ?? 1);
