import { databaseTarget, type OpenDatabase, openDatabase } from "@/db/client";
import { createFileStorage } from "@/lib/content/server";
import { ConfigurationError, type Env, env, requireConfiguration } from "@/lib/platform/config/env";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { counted } from "@/lib/platform/text";
import { tickAgeMs } from "@/lib/runtime/tick-loop";
import { databaseQuestions, wakeUpsQuestion } from "./database";
import { deliveriesQuestion, encryptionQuestion } from "./deliveries";
import { askAll, askInStages, error, type Finding, ok, warning } from "./finding";
import { filesQuestion, surroundingQuestions } from "./surroundings";

export type { Finding } from "./finding";

const OLDEST_TICK_MS = 5 * 60_000;

function configuration(): Finding[] {
  const part = "configuration";
  try {
    const { secrets } = requireConfiguration();
    return [
      {
        part,
        ...ok(
          `The configuration is valid. None of ${secrets} secrets is too short${env.DATABASE_URL ? ", an example, or used twice" : ""}.`,
        ),
      },
    ];
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    const lines = cause.message.split("\n").filter((line) => line.startsWith("  "));
    return lines.map((line) => ({
      part,
      ...error(line.trim(), "The hub won't start with this configuration. .env.example explains each variable."),
    }));
  }
}

const examine = async (database: OpenDatabase, settings: Env): Promise<Finding[]> => {
  const { DATABASE_URL } = settings;
  const port = DATABASE_URL && URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL).port || "5432" : null;
  const { server, schema } = databaseQuestions(database.db, port);
  const storage = createFileStorage(settings);
  const content = [
    filesQuestion(database.db, storage),
    deliveriesQuestion(database.db, environmentSecrets),
    encryptionQuestion(database.db, environmentSecrets),
  ];
  const found = await Promise.all([
    askInStages([server, [...schema, wakeUpsQuestion(database)], content]),
    askAll(surroundingQuestions(settings, storage)),
  ]);
  return found.flat();
};

export async function examineRunning(database: OpenDatabase): Promise<Finding[]> {
  const age = tickAgeMs();
  const late = age !== null && age > OLDEST_TICK_MS;
  const tick = late
    ? warning(
        `The last tick ended ${counted(Math.round(age / 60_000), "minute")} ago.`,
        "Look for “tick failed” in the log, then restart the hub.",
      )
    : ok("The hub and its ticks run.");
  return [{ part: "hub", ...tick }, ...configuration(), ...(await examine(database, env))];
}

/** Examines a hub from this process: one that is stopped, or whose database is on a server. */
export async function examineFromHere(): Promise<Finding[]> {
  const found = configuration();
  if (found.some(({ state }) => state === "error")) return found;
  let database: OpenDatabase | undefined;
  const opening = await askAll([
    {
      part: "database",
      remedy: "Check DATABASE_URL, or HUB_DATA_DIR and its permissions.",
      async ask() {
        database = await openDatabase(databaseTarget(env));
        return [];
      },
    },
  ]);
  try {
    return [...found, ...opening, ...(database ? await examine(database, env) : [])];
  } finally {
    await database?.close().catch(() => {});
  }
}
