import { type ParseArgsConfig, parseArgs } from "node:util";
import { databaseTarget, type OpenDatabase, openDatabase } from "@/db/client";
import { CopyRefused } from "@/db/copy";
import { CannotOpen, explainDatabaseError } from "@/db/explain-database-error";
import { applyEnvironment, ConfigurationError, databaseSettings, embeddedDirectory } from "@/lib/platform/config/env";
import { diskFullOf } from "@/lib/platform/disk-space";
import { HubError } from "@/lib/platform/errors";
import { explainError } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { detachedContext } from "@/lib/runtime/detached";
import { closeHub, contextOf, hub } from "@/lib/runtime/hub";
import { BackupRefused } from "../backup/index";
import { embeddedEnvironment } from "../embedded-secrets";

export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Parses the command line.
 * @throws CommandError with the usage if it doesn't fit
 */
export function readArgs<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Only Node's first sentence; the rest is about arguments that begin with a hyphen.
    throw new CommandError(`${(error as Error).message.split(". ", 1)[0]}. ${usage}`);
  }
}

const DISK_FULL = "The disk is full, so this command didn't finish. Free some space, then run it again.";

/** Resolves once all output is read or its reader is gone (`npm run … | head`). */
const drained = (stream: NodeJS.WriteStream): Promise<void> => new Promise((done) => stream.write("", () => done()));

/**
 * Runs a command, closes its hub, waits until its output is read, and exits. The code is 0, or 1 after a message (a
 * stack for unexpected errors).
 */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let exitCode = 0;
  try {
    await command();
  } catch (error) {
    exitCode = 1;
    const foreseen =
      error instanceof CommandError ||
      error instanceof HubError ||
      error instanceof ConfigurationError ||
      error instanceof CannotOpen ||
      error instanceof CopyRefused ||
      error instanceof BackupRefused;
    const sentence = diskFullOf(error) ? DISK_FULL : foreseen ? error.message : explainDatabaseError(error);
    process.stderr.write(`${sentence ?? explainError(error)}\n`);
  }
  await closeHub().catch(() => {});
  // Exiting would drop output that a pipe's reader hasn't taken yet.
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(exitCode);
}

/**
 * Reads the email after `--email`, or a single argument.
 * @throws CommandError with the usage if there is none
 */
export function readEmail(usage: string): string {
  const { values, positionals } = readArgs(usage, { options: { email: { type: "string" } }, allowPositionals: true });
  const [email, ...more] = [...(values.email ? [values.email] : []), ...positionals];
  if (email && more.length === 0) return email;
  throw new CommandError(usage);
}

export async function withDatabase<T>(run: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(databaseTarget(databaseSettings()));
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** Runs `act` on the migrated database server, acting as a command. It has no secrets and no file store. */
export const actDetached = (name: string, act: (ctx: Ctx) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    await database.migrate();
    await act(detachedContext(database.db, { kind: "system", name }, new Date()));
  });

/** An embedded hub's own secrets replace those of the environment. */
export async function applyEmbeddedSecrets(): Promise<void> {
  const directory = embeddedDirectory();
  if (directory) applyEnvironment(await embeddedEnvironment(directory));
}

/** A whole hub on the migrated database, acting as a command. */
export async function hubContext(name: string): Promise<Ctx> {
  await applyEmbeddedSecrets();
  const opened = await hub();
  await opened.database.migrate();
  return contextOf(opened, { actor: { kind: "system", name }, now: new Date() });
}
