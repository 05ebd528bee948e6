import { basename, dirname, join } from "node:path";

/** Their output is data: npm's own lines must not stand in it. */
const PRINTS_DATA = new Set(["credentials", "mails", "export-person", "reset-link"]);

/** False where the built folder lies alone, as in the image; in a checkout it is `.next/standalone`. */
export function hasNpm(): boolean {
  const path = process.argv[1] ?? "";
  return basename(path) !== "server.js" || dirname(path).endsWith(join(".next", "standalone"));
}

/** How a command is called here: `npm run backup -- --to x`, or `node server.js backup --to x` where there is no npm. */
export function usageOf(command: string, options = ""): string {
  if (!hasNpm()) return ["node server.js", command, options].filter(Boolean).join(" ");
  const run = PRINTS_DATA.has(command) ? "npm run --silent" : "npm run";
  return [`${run} ${command === "migrate" ? "db:migrate" : command}`, options].filter(Boolean).join(" -- ");
}
