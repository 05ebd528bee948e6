import { basename, dirname, join } from "node:path";

/** Commands that print data, which npm's own lines would break. */
const PRINTS_DATA = new Set(["credentials", "mails", "export-person", "reset-link"]);

/** False in the image; true in a checkout, including its `.next/standalone`. */
export function hasNpm(): boolean {
  const path = process.argv[1] ?? "";
  return basename(path) !== "server.js" || dirname(path).endsWith(join(".next", "standalone"));
}

/** `npm run backup -- --to x`, or `node server.js backup --to x` without npm. */
export function usageOf(command: string, options = ""): string {
  if (!hasNpm()) return ["node server.js", command, options].filter(Boolean).join(" ");
  const run = PRINTS_DATA.has(command) ? "npm run --silent" : "npm run";
  return [`${run} ${command === "migrate" ? "db:migrate" : command}`, options].filter(Boolean).join(" -- ");
}
