import { parseArgs } from "node:util";
import { CommandError } from "./run-command";

/** What stands after `--email` on the command line. @throws CommandError with the command's usage where nothing does */
export function readEmail(usage: string): string {
  try {
    const { email } = parseArgs({ options: { email: { type: "string" } } }).values;
    if (email) return email;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. ${usage}`);
  }
  throw new CommandError(usage);
}
