import { databaseTarget, openDatabase } from "@/db/client";
import { databaseSettings } from "@/lib/config/env";
import { runCommand } from "./run-command";

await runCommand(async () => {
  const database = await openDatabase(databaseTarget(databaseSettings()));
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
});
