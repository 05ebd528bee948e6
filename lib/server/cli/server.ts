import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { ownFile, setOwnFolder } from "@/lib/platform/private-file";

/**
 * Entry of the build, bundled to `server.js`: `node server.js` runs the hub, `node server.js <command>` a command.
 * Both read only their own folder, from any working directory.
 */
const COMMANDS: Record<string, [what: string, load: () => Promise<unknown>]> = {
  backup: ["Write the database and its files into a folder", () => import("./backup")],
  credentials: ["Print the demo's sign-ins, keys and tokens", () => import("./credentials")],
  doctor: ["Check the configuration and everything the hub depends on", () => import("./doctor")],
  "erase-person": ["Erase a person's account", () => import("./erase-person")],
  "export-person": ["Print the data that the hub has about a person", () => import("./export-person")],
  "import-brands": ["Import brands from Simple Icons", () => import("./import-brands")],
  mails: ["Print the mails that the demo keeps", () => import("./mails")],
  "make-admin": ["Make someone a hub administrator", () => import("./make-admin")],
  migrate: ["Migrate the database to this release", () => import("./migrate")],
  "move-data": ["Copy the embedded database to a server", () => import("./move-data")],
  "reset-factors": ["Remove a person's two-factor sign-in", () => import("./reset-factors")],
  "reset-link": ["Print a link for a new password", () => import("./reset-link")],
  restore: ["Restore a backup to an empty folder or database", () => import("./restore")],
  tools: ["Register, change and grant tools from a file", () => import("./tools")],
  "verify-audit": ["Verify the audit log", () => import("./verify-audit")],
};

const HELP = `Use: node server.js [command] [options]

Without a command it runs the hub.

${Object.entries(COMMANDS)
  .map(([name, [what]]) => `  ${name.padEnd(15)} ${what}`)
  .join("\n")}
`;

async function serve(): Promise<void> {
  // Otherwise V8 allocates objects of a code location as old once most of its samples there lived long, as those of
  // running requests do. What they refer to then outlives its request, and the next pause moves a third of all
  // allocations (docs/benchmarks.md).
  setFlagsFromString("--no-allocation-site-pretenuring");
  // The configuration as built, like Next's standalone server, so that no compiler is loaded to read it.
  const { config } = JSON.parse(readFileSync(ownFile(".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await import("../main");
}

async function run(command: string): Promise<void> {
  const [, load] = COMMANDS[command] ?? [];
  if (!load) {
    const isAsked = ["help", "--help", "-h"].includes(command);
    process[isAsked ? "stdout" : "stderr"].write(isAsked ? HELP : `There is no command ${command}.\n\n${HELP}`);
    process.exit(isAsked ? 0 : 1);
  }
  process.argv.splice(2, 1);
  await load();
}

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
setOwnFolder(import.meta.dirname);
const [, , command] = process.argv;
await (command === undefined ? serve() : run(command));
