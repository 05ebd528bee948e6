import { databaseTarget, openDatabase } from "@/db/client";
import { databaseSettings, leavesDatabaseAsItIs } from "@/lib/config/env";
import { runCommand } from "./run-command";

await runCommand(async () => {
  const settings = databaseSettings();
  if (leavesDatabaseAsItIs()) {
    process.stdout.write(
      "Not migrated: this is a preview, which may share its database with production. Set HUB_MIGRATE_PREVIEWS=1 where it has its own.\n",
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
