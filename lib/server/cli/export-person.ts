import { databaseTarget, openDatabase } from "@/db/client";
import { exportByEmail } from "@/lib/access/server";
import { databaseSettings } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { detachedContext } from "@/lib/runtime/detached";
import { readEmail, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("export-person", "--email ana@example.com")} > ana.json`;

await runCommand(async () => {
  const email = readEmail(USAGE);
  const database = await openDatabase(databaseTarget(databaseSettings()));
  try {
    await database.migrate();
    const ctx = detachedContext(database.db, { kind: "system", name: "export-person" }, new Date());
    for await (const piece of await exportByEmail(ctx, { email }))
      if (!process.stdout.write(piece)) await new Promise((drained) => process.stdout.once("drain", drained));
  } finally {
    await database.close();
  }
});
