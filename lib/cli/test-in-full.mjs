// `node lib/cli/test-in-full.mjs <security|faults|kit>` runs the tests of that folder in full, then prints its table of what they said.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const [folder] = process.argv.slice(2);
// A fault of one file is load for those beside it.
const alone = folder === "faults" && { VITEST_MAX_WORKERS: "1" };
const env = { ...process.env, ...alone, TEST_FORM: "full" };
const inTheOpen = (command) => spawnSync(process.execPath, command, { stdio: "inherit", env }).status;
const tests = inTheOpen(["lib/cli/test.mjs", `tests/${folder}/`]);
const table = inTheOpen(["--import", "tsx", `tests/${folder}/print-findings.ts`]);
process.exit(tests || table || 0);
