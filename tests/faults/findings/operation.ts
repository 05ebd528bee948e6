import type { Fault } from "./fault";

/** What an operator sees of the hub. */
export const OPERATION: readonly Fault[] = [
  {
    id: "database-away",
    fault: "The PostgreSQL server is stopped, and started again.",
    demanded:
      "500 `server_error` with Retry-After from the API, 503 from pages and readiness, one line of the log for the outage and one for its end.",
    before: "Nothing said whether a process was ready. Each request wrote a stack, as a fault of the hub's own does.",
    test: {
      file: "tests/faults/database-away.test.ts",
      title: "a database server that is stopped and started",
    },
  },
  {
    id: "log-reader",
    fault: "Whatever reads the log stands still.",
    demanded: "No request waits for it; nothing is lost once it reads on.",
    before: "Each line was written at once: the process stood still with the first 64 KB.",
    test: {
      file: "tests/faults/log-reader.test.ts",
      title: "a reader of the log that stands still holds up nobody, and loses nothing once it reads",
    },
  },
  {
    id: "silent-collector",
    fault: "The collector of traces takes what comes and never answers, or is away.",
    demanded: "Work goes on as without it, and a stop waits no longer than a moment.",
    before: "There were no traces.",
    test: { file: "tests/faults/silent-collector.isolated.test.ts", title: "a collector that is silent, or away" },
  },
];
