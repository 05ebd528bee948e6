import { makeResetLink } from "@/lib/access/server";
import { embeddedDirectory, publicBaseUrl } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { detachedContext } from "@/lib/runtime/detached";
import { CommandError, readEmail, runCommand, withDatabase } from "./run-command";

const USAGE = `Use: ${usageOf("reset-link", "--email ana@example.com")}`;

await runCommand(async () => {
  const email = readEmail(USAGE);
  if (embeddedDirectory()) {
    throw new CommandError(
      `Set DATABASE_URL or POSTGRES_URL. The embedded demo keeps its mails: use “Forgot your password?”, then ${usageOf("mails")}.`,
    );
  }
  const baseUrl = publicBaseUrl();
  if (!baseUrl) throw new CommandError("Set HUB_BASE_URL to the hub's address. The link starts with it.");
  await withDatabase(async (database) => {
    const ctx = detachedContext(database.db, { kind: "system", name: "reset-link" }, new Date());
    const { path, expiresAt } = await makeResetLink(ctx, { email });
    process.stderr.write(`Works until ${expiresAt.toISOString()}, once. Only give it to the owner of ${email}.\n`);
    process.stdout.write(`${baseUrl}${path}\n`);
  });
});
