import type { Fault } from "./fault";

/** PostgreSQL as operators have it: it goes and comes, and a pooler stands before it. */
export const ENGINES: readonly Fault[] = [
  {
    id: "outages-of-postgresql",
    fault: "PostgreSQL is stopped and started again while two hubs take events.",
    demanded: "No event is lost that a hub has acknowledged, and each is passed on; no restart of a hub.",
    before: "0 of 171 acknowledged events were lost in 12 outages.",
    test: {
      file: "tests/faults/outages.test.ts",
      title: "loses no event that a hub has acknowledged, whenever PostgreSQL goes, and passes each on once it is back",
    },
  },
  {
    id: "pooled-sessions",
    fault:
      "PgBouncer 1.18 in transaction mode stands before PostgreSQL: it refuses settings of a session, and a session is another client's next.",
    demanded: "Two hubs serve everything through it, and the server's time limits hold in transactions.",
    before:
      "Every connection was refused (unsupported startup parameter: statement_timeout): 0 requests were answered.",
    test: {
      file: "tests/faults/pgbouncer.test.ts",
      title: "runs two hubs behind PgBouncer in transaction mode, with nothing wrong for anybody",
    },
  },
];
