import { resolve } from "node:path";
import { databaseTarget } from "@/db/client";
import { createFileStorage } from "@/lib/content/server";
import { databaseSettings, embeddedDirectory, storageSettings } from "@/lib/platform/config/env";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { type Manifest, restoreEmbedded, restoreToServer } from "../backup/index";
import { CommandError, readArgs, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("restore", "--from <the folder of a backup> [--replace]")}`;

function readInput(): { from: string; replace: boolean } {
  const options = { from: { type: "string" }, replace: { type: "boolean", default: false } } as const;
  const { from, replace } = readArgs(USAGE, { options }).values;
  if (from) return { from: resolve(from), replace };
  throw new CommandError(USAGE);
}

async function restoreFromServer(from: string, replace: boolean) {
  const target = databaseTarget(databaseSettings());
  if (target.driver !== "pg") throw new CommandError("Set DATABASE_URL to the server's own address.");
  if (replace)
    throw new CommandError(
      "On a server, create an empty database and set DATABASE_URL to it. The old one stays; --replace isn't needed.",
    );
  return restoreToServer(from, target.url, createFileStorage(storageSettings()));
}

/** Prints where the files are, which all the hub's processes must share, and which ones the backup lacked. */
function sayFiles({ files, lost }: Manifest): void {
  const { S3_BUCKET, HUB_DATA_DIR } = storageSettings();
  process.stdout.write(
    `${counted(files.count, "file is", "files are")} in ${S3_BUCKET ? `the bucket ${S3_BUCKET}` : resolve(HUB_DATA_DIR, "files")}.\n`,
  );
  if (lost.length > 0)
    process.stderr.write(
      `${counted(lost.length, "file was", "files were")} already missing when the backup was made. The backup's manifest.json lists them. Check that all processes of that hub had the same HUB_DATA_DIR or S3_BUCKET.\n`,
    );
}

await runCommand(async () => {
  const { from, replace } = readInput();
  const directory = embeddedDirectory();
  if (!directory) {
    const manifest = await restoreFromServer(from, replace);
    process.stdout.write(`The hub of ${manifest.createdAt} is restored. Start it with the same secrets as before.\n`);
    return sayFiles(manifest);
  }
  const storageIn = (folder: string) => createFileStorage({ ...storageSettings(), HUB_DATA_DIR: folder });
  const { manifest, aside } = await restoreEmbedded(from, directory, { replace, storageIn });
  process.stdout.write(`The hub of ${manifest.createdAt} is restored to ${directory}. Start it.\n`);
  if (aside) process.stdout.write(`The old data is in ${aside}. Delete it once nothing is missing.\n`);
  sayFiles(manifest);
});
