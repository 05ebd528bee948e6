// Plain JavaScript, so that it can explain what to do before anything is installed. `node lib/server/cli/run.mjs
// <program> [options]`
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
if (!existsSync("node_modules/tsx")) fail("Nothing is installed yet. Run npm start first.");
const { register } = await import("tsx/esm/api");
register();
const [program] = process.argv.splice(2, 1);
await import(`./${program}.ts`);
