import { parseArgs } from "node:util";
import { CommandError } from "./run-command";

/** What stands after `--email` on the command line, or alone. @throws CommandError with the command's usage where nothing does */
export function readEmail(usage: string): string {
  try {
    const { values, positionals } = parseArgs({ options: { email: { type: "string" } }, allowPositionals: true });
    const [email, ...more] = [...(values.email ? [values.email] : []), ...positionals];
    if (email && more.length === 0) return email;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. ${usage}`);
  }
  throw new CommandError(usage);
}
