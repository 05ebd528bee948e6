import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Database, databaseClock, type OpenDatabase, rowsOf } from "@/db/client";
import { isMigrated, requireRunnable } from "@/db/migrations";
import { newId } from "@/lib/platform/ids";
import { usageOf } from "@/lib/platform/usage-of";
import { error, ok, type Question, warning } from "./finding";

const OLDEST_SERVER = 15;
const ROUND_TRIPS = 5;
const SLOW_MS = 50;
/** Federation tokens tolerate this much clock difference in either direction. */
const CLOCK_ERROR_MS = 5_000;
const CLOCK_WARNING_MS = 1_000;

const HEARD_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** Whether a notification sent through the pool reaches the listening connection. */
export const wakeUpsQuestion = ({ db, listen }: Pick<OpenDatabase, "db" | "listen">): Question => ({
  part: "wake-ups",
  remedy: "Check DATABASE_DIRECT_URL.",
  async ask() {
    // A single process, or processes that poll every minute.
    if (!listen) return [];
    const word = newId();
    let isHeard = false;
    const listening = listen({
      channel: "hub_doctor",
      heard: (said) => {
        isHeard ||= said === word;
      },
      opened: () => void db.execute(sql`select pg_notify('hub_doctor', ${word})`).catch(() => {}),
    });
    const untilMs = performance.now() + HEARD_WITHIN_MS;
    while (!isHeard && listening.isListening() !== null && performance.now() < untilMs) await delay(LOOK_EVERY_MS);
    const isPooled = listening.isListening() === null;
    await listening.close();
    if (isHeard) return ok("Processes notify one another at once.");
    if (isPooled)
      return warning(
        "The pooler doesn't pass on notifications between processes. Webhooks of a busy process may wait up to a minute.",
        "If you run several processes, set DATABASE_DIRECT_URL to the server's own address.",
      );
    return error(
      "Notifications sent in the database don't reach listening processes.",
      "Check DATABASE_DIRECT_URL. It must lead to the same database as DATABASE_URL or POSTGRES_URL.",
    );
  },
});

/** Checks of a database, even one that a running hub uses: first the server, then the schema. */
export function databaseQuestions(db: Database, port: string | null) {
  const server: Question[] = [
    {
      part: "database",
      remedy: "Check DATABASE_URL, the server and the network. The reason comes from the database driver.",
      async ask() {
        const [server] = await rowsOf<{ version: string; port: number | null }>(
          db,
          sql`select current_setting('server_version') as version, inet_server_port() as port`,
        );
        const took: number[] = [];
        for (let n = 0; n < ROUND_TRIPS; n += 1) {
          const startedMs = performance.now();
          await db.execute(sql`select 1`);
          took.push(performance.now() - startedMs);
        }
        const ms = Math.min(...took);
        const version = Number.parseInt(server?.version ?? "", 10);
        // A pooler or proxy sits in between if the server reports another port.
        const between = port && server?.port && String(server.port) !== port;
        return [
          version >= OLDEST_SERVER
            ? ok(`PostgreSQL ${server?.version} answers in ${ms.toFixed(1)} ms.`)
            : error(
                `PostgreSQL ${server?.version} is older than any version that the hub is tested with.`,
                "Move to PostgreSQL 15 or newer.",
              ),
          ...(ms > SLOW_MS
            ? [
                warning(
                  `A round trip to the database takes ${Math.round(ms)} ms.`,
                  "Run the hub near its database. A page needs several round trips.",
                ),
              ]
            : []),
          ...(between
            ? [
                warning(
                  `The server is behind a pooler or proxy (port ${port} leads to ${server.port}).`,
                  "The hub needs no change; for backup and restore, use the server's own address.",
                ),
              ]
            : []),
        ];
      },
    },
  ];
  const schema: Question[] = [
    {
      part: "migrations",
      remedy: `Run ${usageOf("migrate")} with this release.`,
      async ask() {
        await requireRunnable(db);
        const [table] = await rowsOf<{ there: boolean }>(db, sql`select to_regclass('brands') is not null as there`);
        if (!table?.there)
          return error(
            "The database is not migrated yet.",
            `Run ${usageOf("migrate")}, or start the hub, which migrates first.`,
          );
        return (await isMigrated(db).catch(() => false))
          ? ok("The database has all migrations of this release.")
          : warning(
              "The database lacks migrations of this release.",
              `Run ${usageOf("migrate")}, or start the hub, which migrates first.`,
            );
      },
    },
    {
      part: "clock",
      remedy: "See the finding on the database.",
      async ask() {
        const before = Date.now();
        const theirs = (await databaseClock(db)).getTime();
        const apart = theirs - (before + Date.now()) / 2;
        const says = `The clocks of this machine and the database differ by ${Math.abs(apart / 1000).toFixed(1)} s.`;
        const remedy = "Synchronise both by NTP. Tokens tolerate a difference of 5 s.";
        if (Math.abs(apart) > CLOCK_ERROR_MS) return error(says, remedy);
        return Math.abs(apart) > CLOCK_WARNING_MS ? warning(says, remedy) : ok(says);
      },
    },
  ];
  return { server, schema };
}
