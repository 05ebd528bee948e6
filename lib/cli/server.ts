import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { ownFile, setOwnFolder } from "@/lib/kernel/own-files";

/**
 * The entry of the built folder, bundled to its `server.js`: `node server.js` runs the hub, `node server.js <command>` a
 * command of its operator's. Both read their own folder alone, wherever it lies and wherever they are started from.
 */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  backup: () => import("./backup"),
  credentials: () => import("./credentials"),
  doctor: () => import("./doctor"),
  "erase-person": () => import("./erase-person"),
  "export-person": () => import("./export-person"),
  "import-brands": () => import("./import-brands"),
  mails: () => import("./mails"),
  "make-admin": () => import("./make-admin"),
  "reset-factors": () => import("./reset-factors"),
  "reset-link": () => import("./reset-link"),
  "move-data": () => import("./move-data"),
  restore: () => import("./restore"),
  migrate: () => import("./migrate"),
  "verify-audit": () => import("./verify-audit"),
};

async function serve(): Promise<void> {
  // Else V8 makes objects of a place in the code old at once where most that it saw of that place lived long, as those do that are under way while it looks. Whatever is young
  // and hangs on them then outlives its request, and the next pause moves a third of all that was allocated (docs/benchmarks.md).
  setFlagsFromString("--no-allocation-site-pretenuring");
  // As Next's own standalone server does: the configuration as it was built, so that nothing of the compiler is loaded to read it.
  const { config } = JSON.parse(readFileSync(ownFile(".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await import("@/lib/server/main");
}

async function run(command: string): Promise<void> {
  const load = COMMANDS[command];
  if (!load) {
    process.stderr.write(
      `There is no command ${command}. Use: node server.js [${Object.keys(COMMANDS).join(" | ")}]\n`,
    );
    process.exit(1);
  }
  process.argv.splice(2, 1);
  await load();
}

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
setOwnFolder(import.meta.dirname);
const [, , command] = process.argv;
await (command === undefined ? serve() : run(command));
