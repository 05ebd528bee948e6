import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkCopy } from "@/lib/api/docs/kit/check-copy";
import { fail } from "./fail.mjs";

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (!folder || positionals.length > 1) fail("Name one folder: npm run contract:check -- path/to/contract");
else {
  const { message, exitCode } = checkCopy(
    resolve(process.env.INIT_CWD ?? ".", folder),
    readFileSync("CHANGELOG.md", "utf8"),
  );
  process.stdout.write(`${message}\n`);
  process.exitCode = exitCode;
}
