import { resetFactors } from "@/lib/access/server";
import { usageOf } from "@/lib/platform/usage-of";
import { hubContext, readEmail, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("reset-factors", "ana@example.com")}`;

await runCommand(async () => {
  const email = readEmail(USAGE);
  const ctx = await hubContext("reset-factors");
  const { cleared } = await resetFactors(ctx, { email });
  process.stdout.write(
    cleared
      ? `${email} can sign in with the password alone again, and is signed out everywhere.\n`
      : `${email} has no passkey, authenticator app or recovery code. Nothing was changed.\n`,
  );
});
