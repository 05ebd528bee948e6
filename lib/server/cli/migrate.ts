import { databaseTarget, openDatabase } from "@/db/client";
import { databaseSettings, leavesDatabaseAsItIs, presentEnvironment } from "@/lib/platform/config/env";
import { runCommand } from "./run-command";

await runCommand(async () => {
  const settings = databaseSettings();
  // Vercel builds run this first, so a configuration that can't start isn't deployed.
  if (process.env.VERCEL) presentEnvironment();
  if (leavesDatabaseAsItIs()) {
    process.stdout.write(
      "Not migrated: this preview may share its database with production. If it has its own, set HUB_MIGRATE_PREVIEWS=1.\n",
    );
    return;
  }
  const database = await openDatabase(databaseTarget(settings));
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
});
