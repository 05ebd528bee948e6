import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { databaseTarget, openDatabase } from "@/db/client";
import { COPY_TIMEOUTS } from "@/db/copy";
import { isDirectoryHeld } from "@/db/directory-lock";
import { createFileStorage } from "@/lib/content/server";
import { databaseSettings, embeddedDirectory, storageSettings } from "@/lib/platform/config/env";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { type BackupOrder, type Manifest, writeBackup } from "../backup/index";
import { orderRunningHub } from "../control-socket";
import { CommandError, readArgs, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("backup", "--to <a new folder> [--without-secrets]")}`;

function readInput(): BackupOrder {
  const options = { to: { type: "string" }, "without-secrets": { type: "boolean", default: false } } as const;
  const { to, "without-secrets": withoutSecrets } = readArgs(USAGE, { options }).values;
  if (to) return { to: resolve(to), withSecrets: !withoutSecrets };
  throw new CommandError(USAGE);
}

/** A running hub holds its database, so it writes the backup; for a stopped hub this process does. */
async function backUpEmbedded(directory: string, order: BackupOrder): Promise<Manifest> {
  if (!existsSync(directory)) throw new CommandError(`There is no hub in ${directory}.`);
  const written = await orderRunningHub(directory, "backup", order);
  if (written) return written as Manifest;
  if (await isDirectoryHeld(directory)) throw new CommandError("The hub is still starting. Try again in a moment.");
  const database = await openDatabase({ driver: "embedded", directory });
  try {
    const { to, withSecrets } = order;
    const storage = createFileStorage(storageSettings());
    return await writeBackup({ db: database.db, storage, url: null, secretsIn: withSecrets ? directory : null }, to);
  } finally {
    await database.close();
  }
}

async function backUpServer({ to }: BackupOrder): Promise<Manifest> {
  const target = databaseTarget(databaseSettings());
  if (target.driver !== "pg") throw new CommandError("Set DATABASE_URL to the server's own address.");
  const database = await openDatabase({ ...target, timeouts: COPY_TIMEOUTS });
  try {
    const storage = createFileStorage(storageSettings());
    return await writeBackup({ db: database.db, storage, url: target.url, secretsIn: null }, to);
  } finally {
    await database.close();
  }
}

await runCommand(async () => {
  const order = readInput();
  const directory = embeddedDirectory();
  const { tables, files, lost, parts } = await (directory ? backUpEmbedded(directory, order) : backUpServer(order));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (files.bytes / 1e6).toFixed(1);
  process.stdout.write(
    `Backed up to ${order.to}: ${counted(rows, "row")} of ${counted(tables.length, "table")}, ${counted(files.count, "file")} of ${megabytes} MB.\n`,
  );
  process.stdout.write(
    parts.some(({ path }) => path === "secrets.json")
      ? "The backup contains the hub's secrets. Store it as safely as the hub.\n"
      : "The backup doesn't contain the hub's secrets. Store them separately: sessions and authenticator apps need SESSION_SECRET, webhook secrets made in the hub need HUB_ENCRYPTION_KEY.\n",
  );
  if (lost.length > 0)
    process.stderr.write(
      `Missing from the file store or damaged: ${counted(lost.length, "file")}. manifest.json lists them.\n`,
    );
});
