import { CommandError, readArgs } from "./run-command";

/** What stands after `--email` on the command line, or alone. @throws CommandError with the command's usage where nothing does */
export function readEmail(usage: string): string {
  const { values, positionals } = readArgs(usage, { options: { email: { type: "string" } }, allowPositionals: true });
  const [email, ...more] = [...(values.email ? [values.email] : []), ...positionals];
  if (email && more.length === 0) return email;
  throw new CommandError(usage);
}
