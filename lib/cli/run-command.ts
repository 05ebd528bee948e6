import { DataDirectoryInUse } from "@/db/directory-lock";
import { ConfigurationError } from "@/lib/config/env";
import { closeHub } from "@/lib/hub/hub";
import { HubError } from "@/lib/kernel/errors";

/** A command cannot do its work for a reason that one sentence explains. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Runs a command to its end, closes the hub it opened, and exits: with 0, or with 1 after a sentence (or a stack, if nobody foresaw it). */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  let exitCode = 0;
  try {
    await command();
  } catch (error) {
    exitCode = 1;
    const foreseen =
      error instanceof CommandError ||
      error instanceof HubError ||
      error instanceof ConfigurationError ||
      error instanceof DataDirectoryInUse;
    process.stderr.write(`${foreseen ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  }
  await closeHub().catch(() => {});
  process.exit(exitCode);
}
