import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { makeHubAdmin, nextHubAdminStep } from "@/lib/access/server";
import { embeddedDirectory } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { actDetached, CommandError, readEmail, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("make-admin", "--email you@example.com")}`;

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once("SIGINT", () => process.exit(130));
  const answer = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return answer;
}

/**
 * The new password: one line of standard input, or typed twice. Never an argument, which other processes could read.
 */
async function readPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? "";
  const password = await ask(`New password for ${email}: `);
  if (password !== (await ask("Repeat it: "))) throw new CommandError("The passwords differ.");
  return password;
}

await runCommand(async () => {
  const email = readEmail(USAGE);
  if (embeddedDirectory()) {
    throw new CommandError(
      `Set DATABASE_URL or POSTGRES_URL. The embedded demo already has a hub administrator: ${usageOf("credentials")} prints the sign-in.`,
    );
  }
  await actDetached("make-admin", async (ctx) => {
    const step = await nextHubAdminStep(ctx, { email });
    const password = step === "set-password" ? await readPassword(email) : null;
    const made = await makeHubAdmin(ctx, { email, password });
    const said = made.changed ? "is a hub administrator now" : "is a hub administrator already";
    process.stdout.write(`${made.email} ${said}.\n`);
  });
});
