import { setTimeout as delay } from "node:timers/promises";
import { type Database, databaseClock } from "@/db/client";
import { databaseWatch, isDatabaseUnavailable, setDatabaseWatch, unavailableCode } from "@/lib/platform/database-watch";
import { log } from "@/lib/platform/log";
import { TimeoutError, withTimeout } from "@/lib/platform/timing";

/** During an outage; otherwise at most this often. */
const ASK_EVERY_MS = 1_000;
/** Longer than a pool waits for a connection. */
const ANSWER_WITHIN_MS = 5_000;
/** A page waits at most this long. */
const LOOK_WITHIN_MS = 1_500;

const CLASS = "database_unavailable";

/** A suspicious failure triggers a check. The log gets one line when the database is away and one when it is back. */
export function watchDatabase(db: Database, { askEveryMs = ASK_EVERY_MS } = {}): void {
  let state: "well" | "suspected" | "away" = "well";
  let looked: { atMs: number; gone: Promise<boolean> } | undefined;
  const ask = () => withTimeout(ANSWER_WITHIN_MS, databaseClock(db));

  const untilBack = (sinceMs: number) => {
    setTimeout(
      () =>
        databaseWatch() === watch &&
        ask().then(
          () => {
            state = "well";
            log.warn({ class: CLASS, awayMs: Math.round(performance.now() - sinceMs) }, "the database answers again");
          },
          () => untilBack(sinceMs),
        ),
      askEveryMs,
    ).unref();
  };

  const watch = {
    isAway: () => state === "away",
    suspect(error: unknown) {
      if (state !== "well") return;
      state = "suspected";
      const sinceMs = performance.now();
      // A stopping server closes connections while it still answers, so ask twice.
      const twice = ask().then(async () => {
        await delay(askEveryMs, undefined, { ref: false });
        await ask();
      });
      twice.then(
        () => {
          state = "well";
          log.warn(
            { class: CLASS, code: unavailableCode(error) },
            "a database connection was lost; the database answers",
          );
        },
        () => {
          if (databaseWatch() !== watch) return;
          state = "away";
          log.error({ class: CLASS, code: unavailableCode(error) }, "the database does not answer");
          untilBack(sinceMs);
        },
      );
    },
    look() {
      if (state === "away") return Promise.resolve(true);
      if (!looked || performance.now() - looked.atMs > askEveryMs) {
        const gone = withTimeout(LOOK_WITHIN_MS, databaseClock(db)).then(
          () => false,
          (error: unknown) => {
            if (error instanceof TimeoutError || !isDatabaseUnavailable(error)) return false;
            watch.suspect(error);
            return true;
          },
        );
        looked = { atMs: performance.now(), gone };
      }
      return looked.gone;
    },
  };
  setDatabaseWatch(watch);
}
