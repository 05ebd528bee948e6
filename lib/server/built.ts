import { readFileSync } from "node:fs";
import { ownFile, setOwnFolder } from "@/lib/kernel/own-files";

/**
 * The entry of the built folder, bundled to its `server.js`: `node server.js` runs the hub, `node server.js <command>` a
 * command of its operator's. Nothing but that folder is read, wherever it lies and wherever it is started from.
 */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  credentials: () => import("@/lib/cli/credentials"),
  "import-brands": () => import("@/lib/cli/import-brands"),
  "make-admin": () => import("@/lib/cli/make-admin"),
  migrate: () => import("@/lib/cli/migrate"),
};

async function serve(): Promise<void> {
  // What Next's own standalone server does: the configuration as it was built, so that the compiler's settings are not read.
  const { config } = JSON.parse(readFileSync(ownFile(".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await import("./main");
}

setOwnFolder(import.meta.dirname);
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
const [, , name] = process.argv;
if (name === undefined) await serve();
else if (COMMANDS[name]) {
  process.argv.splice(2, 1);
  await COMMANDS[name]();
} else {
  process.stderr.write(`There is no command ${name}. Use: node server.js [${Object.keys(COMMANDS).join(" | ")}]\n`);
  process.exit(1);
}
