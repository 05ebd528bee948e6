import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { databaseWatch, isDatabaseUnavailable, setDatabaseWatch, unavailableCode } from "@/lib/platform/database-watch";
import { log } from "@/lib/platform/log";
import { TooLate, within } from "@/lib/platform/timing";

/** While the database is away it is asked this often whether it is back; otherwise at most this often, for those who look. */
const ASK_EVERY_MS = 1_000;
/** Longer than a pool waits for a connection. */
const ANSWER_WITHIN_MS = 5_000;
/** What holds a page back. */
const LOOK_WITHIN_MS = 1_500;

const CLASS = "database_unavailable";

/**
 * Watches the database of this process's hub: the first failure that looks like an outage has it asked, and if it gives no answer, one line of the log
 * says so, and one more once it is back, whoever asks meanwhile.
 */
export function watchDatabase(db: Database, { askEveryMs = ASK_EVERY_MS } = {}): void {
  let state: "well" | "suspected" | "away" = "well";
  let looked: { atMs: number; gone: Promise<boolean> } | undefined;
  const ask = () => within(ANSWER_WITHIN_MS, databaseClock(db));

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
      // A server that is being stopped closes connections before it answers nobody: it is asked again after a moment.
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
        const gone = within(LOOK_WITHIN_MS, databaseClock(db)).then(
          () => false,
          (error: unknown) => {
            if (error instanceof TooLate || !isDatabaseUnavailable(error)) return false;
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
