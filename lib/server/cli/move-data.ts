import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFileStorage, createLocalStorage } from "@/lib/content/server";
import { dataDirectory, storageSettings } from "@/lib/platform/config/env";
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
    return `Files stay in ${join(directory, "files")}: S3_BUCKET is not set. Keep HUB_DATA_DIR=${directory}, or set S3_* and run this again into an empty database.`;
  const lost =
    files.lost.length > 0
      ? ` ${files.lost.length} that the database names were not there as they were stored: ${files.lost.slice(0, 5).join(", ")}.`
      : "";
  return `Files: ${files.copied} copied to the bucket, ${files.before} were there; each compared.${lost}`;
};

await runCommand(async () => {
  const url = readTarget();
  const directory = dataDirectory();
  if (!existsSync(directory))
    throw new CommandError(`There is no hub in ${directory}: name its folder by HUB_DATA_DIR.`);
  const settings = storageSettings();
  const files = settings.S3_BUCKET
    ? { from: createLocalStorage(join(directory, "files")), to: createFileStorage(settings) }
    : null;
  const moved = await moveData({ directory, target: { driver: "pg", url }, files }, ({ table, rows, before }) => {
    process.stderr.write(`  ${table}: ${rows} rows${before ? ", from before" : ""}\n`);
  });
  const { path, variables } = await writeMovedSecrets(directory);
  process.stdout.write(
    `${[
      `Moved: ${moved.rows} rows of ${moved.tables} tables, each compared. The source is as it was.`,
      sayFiles(moved, directory),
      "",
      "Start the hub there with:",
      "  DATABASE_URL       the address that you gave, with its password",
      "  HUB_BASE_URL       the address at which people reach it, and TRUSTED_PROXY_HOPS",
      `  ${variables.join(", ")}`,
      `                     as ${path} has them. In SESSION_SECRET the former one stands second: drop it 30 days later.`,
      "  CORE_CHILD_APP_TOKEN__<TOOL>, CHILD_WEBHOOK_SECRET__<TOOL>",
      "                     for each tool that had its own here, new ones for those of the demo: give the tools theirs.",
      "  S3_*, SMTP_URL, OIDC_* and whatever else was set here.",
      "Credentials that were made in the hub went along. What the demo printed is no secret: change its passwords, API keys and tools' credentials.",
      `Then ask ${usageOf("doctor")} with all of it set, start the hub, and delete the source once you miss nothing.`,
    ].join("\n")}\n`,
  );
});
