import { type ParseArgsConfig, parseArgs } from "node:util";
import { CopyRefused } from "@/db/copy";
import { CannotOpen, explainDatabaseError } from "@/db/explain-database-error";
import { ConfigurationError } from "@/lib/platform/config/env";
import { explainError } from "@/lib/platform/describe-error";
import { noRoomOf } from "@/lib/platform/disk-space";
import { HubError } from "@/lib/platform/errors";
import { closeHub } from "@/lib/runtime/hub";
import { BackupRefused } from "../backup/index";

/** A command cannot do its work for a reason that one sentence explains. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** What stands on the command line. @throws CommandError with the command's usage for what it does not take */
export function readArgs<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Only the first sentence of Node's: the next ones are about arguments that begin with a hyphen.
    throw new CommandError(`${(error as Error).message.split(". ", 1)[0]}. ${usage}`);
  }
}

const NO_ROOM = "The disk is full: this command could not write all of it. Free some space, then run it again.";

/** Done once all that was written has been read, or nobody is left to read it (`npm run … | head`). */
const drained = (stream: NodeJS.WriteStream): Promise<void> => new Promise((done) => stream.write("", () => done()));

/** Runs a command to its end, closes the hub it opened, waits until all it said is read, and exits: with 0, or with 1 after a sentence (or a stack, if nobody foresaw it). */
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
    const sentence = noRoomOf(error) ? NO_ROOM : foreseen ? error.message : explainDatabaseError(error);
    process.stderr.write(`${sentence ?? explainError(error)}\n`);
  }
  await closeHub().catch(() => {});
  // A pipe takes what its reader has room for; an exit would drop the rest.
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(exitCode);
}

/** What stands after `--email` on the command line, or alone. @throws CommandError with the command's usage where nothing does */
export function readEmail(usage: string): string {
  const { values, positionals } = readArgs(usage, { options: { email: { type: "string" } }, allowPositionals: true });
  const [email, ...more] = [...(values.email ? [values.email] : []), ...positionals];
  if (email && more.length === 0) return email;
  throw new CommandError(usage);
}
