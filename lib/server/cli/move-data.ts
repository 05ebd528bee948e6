import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFileStorage, createLocalStorage } from "@/lib/content/server";
import { dataDirectory, storageSettings } from "@/lib/platform/config/env";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { type Moved, moveData, writeMovedSecrets } from "../move-data";
import { CommandError, readArgs, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("move-data", "--to postgres://user@host/database")} (its password by PGPASSWORD; with S3_* set, files go to the bucket)`;

function readTarget(): string {
  const { to } = readArgs(USAGE, { options: { to: { type: "string" } } }).values;
  if (to && URL.canParse(to) && /^postgres(ql)?:$/.test(new URL(to).protocol)) return to;
  throw new CommandError(USAGE);
}

const sayFiles = ({ files }: Moved, directory: string): string => {
  if (files === null)
    return `Files stay in ${join(directory, "files")}, because S3_BUCKET isn't set. Keep HUB_DATA_DIR=${directory}, or set S3_* and run this again with an empty database.`;
  const lost =
    files.lost.length > 0 ? ` ${files.lost.length} were missing or damaged: ${files.lost.slice(0, 5).join(", ")}.` : "";
  return `Files: ${files.copied} copied to the bucket, ${files.before} already there, all verified.${lost}`;
};

await runCommand(async () => {
  const url = readTarget();
  const directory = dataDirectory();
  if (!existsSync(directory))
    throw new CommandError(`There is no hub in ${directory}. Set HUB_DATA_DIR to its folder.`);
  const settings = storageSettings();
  const files = settings.S3_BUCKET
    ? { from: createLocalStorage(join(directory, "files")), to: createFileStorage(settings) }
    : null;
  const moved = await moveData({ directory, target: { driver: "pg", url }, files }, ({ table, rows, before }) => {
    process.stderr.write(`  ${table}: ${counted(rows, "row")}${before ? ", copied earlier" : ""}\n`);
  });
  const { path, variables } = await writeMovedSecrets(directory);
  process.stdout.write(
    `${[
      `Moved: ${counted(moved.rows, "row")} of ${counted(moved.tables, "table")}, all verified. The source is unchanged.`,
      sayFiles(moved, directory),
      "",
      "Start the hub there with:",
      "  DATABASE_URL       the address you gave, with its password",
      "  HUB_BASE_URL       its public address, and TRUSTED_PROXY_HOPS",
      `  ${variables.join(", ")}`,
      `                     as ${path} has them. SESSION_SECRET has the old one second: remove it after 30 days.`,
      "  CORE_CHILD_APP_TOKEN__<TOOL>, CHILD_WEBHOOK_SECRET__<TOOL>",
      "                     for each tool that had its own here; new ones for the demo's tools. Give each tool its own.",
      "  S3_*, SMTP_URL, OIDC_* and everything else that was set here.",
      "Credentials made in the hub still work. The demo printed its own, so change its passwords, API keys and tools' credentials.",
      `Set all of this and run ${usageOf("doctor")}, then start the hub. Delete the source once nothing is missing.`,
    ].join("\n")}\n`,
  );
});
