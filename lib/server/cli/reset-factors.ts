import { resetFactors } from "@/lib/access/server";
import { applyEnvironment, embeddedDirectory } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { contextOf, hub } from "@/lib/runtime/hub";
import { embeddedEnvironment } from "../embedded-secrets";
import { readEmail, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("reset-factors", "ana@example.com")}`;

await runCommand(async () => {
  const email = readEmail(USAGE);
  const directory = embeddedDirectory();
  if (directory) applyEnvironment(await embeddedEnvironment(directory));
  const opened = await hub();
  await opened.database.migrate();
  const ctx = contextOf(opened, { actor: { kind: "system", name: "reset-factors" }, now: new Date() });
  const { cleared } = await resetFactors(ctx, { email });
  process.stdout.write(
    cleared
      ? `${email} can sign in with the password alone again, and is signed out everywhere.\n`
      : `${email} has no passkey, authenticator app or recovery code. Nothing was changed.\n`,
  );
});
