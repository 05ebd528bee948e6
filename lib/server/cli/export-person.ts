import { exportByEmail } from "@/lib/access/server";
import { usageOf } from "@/lib/platform/usage-of";
import { actDetached, readEmail, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("export-person", "--email ana@example.com")} > ana.json`;

await runCommand(async () => {
  const email = readEmail(USAGE);
  await actDetached("export-person", async (ctx) => {
    for await (const piece of await exportByEmail(ctx, { email }))
      if (!process.stdout.write(piece)) await new Promise((drained) => process.stdout.once("drain", drained));
  });
});
