import type { Fault } from "./fault";

/** The database is there and answers nobody. */
export const SILENT_DATABASE: readonly Fault[] = [
  {
    id: "silent-idle-connections",
    fault: "Ten idle connections to PostgreSQL fall silent: what stands between stops forwarding.",
    demanded: "The first answer within 10 s, no request waits longer, no restart.",
    before: "281 of 281 requests were answered 500 for as long as anybody watched; ten of them hung for ever.",
    test: {
      file: "tests/faults/silent-connections.test.ts",
      title: "connections that fell silent while they were idle",
    },
  },
  {
    id: "silent-hub",
    fault: "All connections of a hub that serves ten callers fall silent at once.",
    demanded: "First 200 within 10 s of the first silent query, no request waits over 10 s, no restart.",
    before: "281 of 281 answers were 500 for as long as it was watched; no new connection was opened.",
    test: {
      file: "tests/faults/silent-hub.test.ts",
      title: "answers again within ten seconds, holds nobody longer, ticks on, and is the same process",
    },
  },
  {
    id: "connections-die",
    fault: "Connections are reset while statements of transactions run on them.",
    demanded: "The process goes on by its own means, and the next request is answered.",
    before: "An unhandled `error` each time: only a listener of Next's kept the process alive.",
    test: { file: "tests/faults/silent-hub.test.ts", title: "goes on, and answers at once" },
  },
  {
    id: "wake-ups-cut",
    fault: "A process publishes that does not send, and the connections by which others hear of it are cut.",
    demanded: "Another process sends at once, not within the minute.",
    before: "Nobody was told: each found it by the minute's tick.",
    test: {
      file: "tests/faults/wake-ups.test.ts",
      title:
        "are heard by every other process, also right after the connection that hears was cut: no webhook needs the minute",
    },
  },
];
