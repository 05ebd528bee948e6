import { embeddedDirectory } from "@/lib/platform/config/env";
import { readKeptMails } from "@/lib/platform/mail/mailer";
import { CommandError, runCommand } from "./run-command";

const SHOWN = 10;

await runCommand(async () => {
  const directory = embeddedDirectory();
  if (!directory) throw new CommandError("Only the embedded demo keeps its mails. This hub uses a database server.");
  const mails = await readKeptMails({ directory, last: SHOWN });
  const none = `There is no mail in ${directory} yet. Invite someone, or request a new password.\n`;
  process.stdout.write(mails.length === 0 ? none : `${mails.join(`\n${"-".repeat(80)}\n`)}`);
});
