import { basename } from "node:path";

/** How a command is called here: `node server.js backup --to x` in the built folder, where there is no npm, else `npm run backup -- --to x`. */
export function usageOf(command: string, options = ""): string {
  const isBuilt = basename(process.argv[1] ?? "") === "server.js";
  if (isBuilt) return ["node server.js", command, options].filter(Boolean).join(" ");
  return [`npm run ${command === "migrate" ? "db:migrate" : command}`, options].filter(Boolean).join(" -- ");
}
